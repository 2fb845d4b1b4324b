import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { buttonStyle } from '../button-style.ts';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will happen, and when. */
  children: ReactNode;
  /** The button that leaves everything as it is. */
  dismissLabel: string;
  confirmLabel: string;
  tone?: 'primary' | 'danger';
  loading?: boolean;
  /** There is nothing to confirm, or not yet. */
  disabled?: boolean;
  /** Where the keyboard goes if the button that opened the dialog is gone by the end. */
  focusAfter?: () => HTMLElement | null;
  onConfirm: () => void;
}

/** Asks before something is done. It stays open while the thing is being done. */
export function ConfirmDialog(props: Props) {
  const { open, onOpenChange, title, children, dismissLabel, confirmLabel } = props;
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => props.loading || onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-ink-deep/45 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <AlertDialog.Popup
          finalFocus={() => props.focusAfter?.() ?? true}
          className="fixed top-1/2 left-1/2 z-40 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-card border border-line bg-white p-6 shadow-pop transition-[scale,opacity] duration-150 data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0"
        >
          <AlertDialog.Title className="text-lg font-semibold tracking-tight">
            {title}
          </AlertDialog.Title>
          <AlertDialog.Description
            render={<div />}
            className="mt-2 space-y-3 text-sm leading-6 text-ink-soft"
          >
            {children}
          </AlertDialog.Description>
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <AlertDialog.Close
              disabled={props.loading}
              className={buttonStyle({ tone: 'secondary' })}
            >
              {dismissLabel}
            </AlertDialog.Close>
            <Button
              tone={props.tone ?? 'primary'}
              loading={props.loading}
              disabled={props.disabled}
              onClick={props.onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
