import { longestReason } from 'contract/reason';
import { type ReactNode, type RefObject, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/signed-in/confirm-dialog.tsx';
import { TextArea } from '../../ui/signed-in/text-area.tsx';

interface Props {
  /** On the button that asks; it is there while there is something to ask for. */
  label: string;
  isOffered: boolean;
  title: string;
  /** What will happen. */
  children: ReactNode;
  confirmLabel: string;
  /** While it is being done. */
  doing: string;
  tone?: 'primary' | 'danger';
  busy: boolean;
  /** Where the keyboard goes if the button is gone afterwards. */
  place: RefObject<HTMLElement | null>;
  onConfirm: (reason: string, close: () => void) => void;
}

/** Something that an admin does to a user and says why; the user is shown it, too. */
export function ReasonDialog({ label, isOffered, place, doing, busy, onConfirm, ...texts }: Props) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const ask = () => {
    setReason('');
    setError(undefined);
    setOpen(true);
  };
  const confirm = () => {
    const said = reason.trim();
    if (said === '') setError('Enter a reason');
    else onConfirm(said, () => setOpen(false));
  };
  return (
    <>
      {isOffered && (
        <Button tone="secondary" size="small" onClick={ask}>
          {label}
        </Button>
      )}
      <ConfirmDialog
        {...texts}
        open={open}
        onOpenChange={setOpen}
        dismissLabel="Keep as it is"
        confirmLabel={busy ? doing : texts.confirmLabel}
        loading={busy}
        focusAfter={() => (isOffered ? null : place.current)}
        onConfirm={confirm}
      >
        {texts.children}
        <TextArea
          label="Reason"
          maxLength={longestReason}
          value={reason}
          error={error}
          hint="Kept in the audit log, and shown to the user."
          onChange={({ target }) => {
            setReason(target.value);
            setError(undefined);
          }}
        />
      </ConfirmDialog>
    </>
  );
}
