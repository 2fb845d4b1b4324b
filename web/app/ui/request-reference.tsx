import { HttpError } from '../lib/http-error.ts';

/** Under a failure of ours: by what support finds it in the log. Nothing for any other failure. */
export function RequestReference({ error }: { error: unknown }) {
  if (!(error instanceof HttpError) || error.status < 500 || !error.requestId) return null;
  return <p className="mt-2 text-sm break-all text-muted">Reference: {error.requestId}</p>;
}
