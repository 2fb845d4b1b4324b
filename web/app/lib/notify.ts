type Kind = 'success' | 'error';

interface Options {
  /** Milliseconds on screen; 4000 by default. */
  duration?: number;
}

/** What is to be shown, and for how long. */
export interface Toast extends Options {
  kind: Kind;
  text: string;
}

type Show = (toast: Toast) => void;

const queue: Toast[] = [];
let show: Show | undefined;
let onFirst: (() => void) | undefined;

function notifyOf(kind: Kind, text: string, options?: Options): void {
  const toast = { kind, text, ...options };
  if (show) show(toast);
  else {
    queue.push(toast);
    onFirst?.();
  }
}

/** Shows toasts, top-right. The same text is never shown twice at once. */
export const notify = {
  success: (text: string, options?: Options) => notifyOf('success', text, options),
  error: (text: string, options?: Options) => notifyOf('error', text, options),
};

/** Calls once there is a toast to show and nothing yet to show it with. */
export function onFirstToast(listener: () => void): () => void {
  onFirst = listener;
  if (queue.length > 0) listener();
  return () => {
    onFirst = undefined;
  };
}

/** Takes over the showing, beginning with the queue. Returns how to stop. */
export function showToasts(shower: Show): () => void {
  show = shower;
  for (const toast of queue.splice(0)) shower(toast);
  return () => {
    show = undefined;
  };
}
