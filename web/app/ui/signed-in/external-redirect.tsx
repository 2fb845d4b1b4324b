import { useEffect } from 'react';
import { Overlay } from '../overlay.tsx';
import { ErrorState } from './error-state.tsx';

interface Props {
  /** What is being opened, for example 'Opening your invoice'. */
  title: string;
  /** Where to go, as soon as it is known. */
  url: string | undefined;
  error: Error | null;
  onRetry: () => void;
  retrying: boolean;
}

/**
 * A tab on its way to another site. It takes this page's place in the history, so that Back does
 * not lead through here again.
 */
export function ExternalRedirect({ title, url, error, onRetry, retrying }: Props) {
  useEffect(() => {
    if (url) window.location.replace(url);
  }, [url]);
  if (error)
    return (
      <ErrorState message={error.message} error={error} onRetry={onRetry} retrying={retrying} />
    );
  return <Overlay title={title} text="Please wait a moment" />;
}
