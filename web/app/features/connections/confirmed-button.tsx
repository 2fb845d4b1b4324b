import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/signed-in/confirm-dialog.tsx';

interface Props {
  label: string;
  /** What it is done to, for those who hear the button alone. */
  of: string;
  title: string;
  /** What will happen. */
  children: ReactNode;
  tone?: 'primary' | 'danger';
  loading: boolean;
  onConfirm: () => Promise<unknown>;
}

/** A button that asks before it acts. */
export function ConfirmedButton(props: Props) {
  const { label, of, title, children, tone = 'danger', loading, onConfirm } = props;
  const [open, setOpen] = useState(false);
  const confirm = () =>
    onConfirm().then(
      () => setOpen(false),
      () => setOpen(false),
    );
  return (
    <>
      <Button
        tone="secondary"
        size="small"
        aria-label={`${label}: ${of}`}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={title}
        dismissLabel="Leave it"
        confirmLabel={label}
        tone={tone}
        loading={loading}
        focusAfter={() => document.querySelector('main')}
        onConfirm={confirm}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
