import { Button } from '../button.tsx';
import { Notice } from './notice.tsx';

/** Says quietly that the figures below are not the real ones, and offers another try. */
export function RetryNotice({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <Notice
      tone="warn"
      title="The latest figures could not be loaded."
      action={
        <Button reads tone="secondary" size="small" onClick={onRetry} loading={retrying}>
          Try again
        </Button>
      }
    />
  );
}
