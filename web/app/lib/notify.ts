import { toast } from 'sonner';

interface Options {
  /** Milliseconds on screen; 4000 unless told. */
  duration?: number;
}

/** Shows toasts, top-right. The same text is never shown twice at once. */
export const notify = {
  success: (text: string, options?: Options) => void toast.success(text, { id: text, ...options }),
  error: (text: string, options?: Options) => void toast.error(text, { id: text, ...options }),
};
