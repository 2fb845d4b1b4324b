import type { OpenEvent } from 'contract/events';
import { Button } from '../../ui/button.tsx';
import { useResendEvent } from './use-events.ts';

/** Another try for one event. */
export function ResendButton({ event: { id, type } }: { event: OpenEvent }) {
  const { mutate, isPending } = useResendEvent();
  return (
    <Button
      tone="secondary"
      size="small"
      loading={isPending}
      aria-label={`Resend ${type}, ${id}`}
      onClick={() => mutate(id)}
    >
      Resend
    </Button>
  );
}
