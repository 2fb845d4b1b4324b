import { readToken, refuseCredentials } from './credentials.ts';
import { apiUrl } from './http.ts';
import { HttpError } from './http-error.ts';

/**
 * Fetches a file of the API for whoever is signed in, and hands it to the browser to be saved, under
 * the name the server gives it or else `fallback`. Throws HttpError; a 401 ends the session.
 */
export async function fetchFile(
  path: string,
  query: Record<string, string>,
  fallback: string,
): Promise<void> {
  const response = await fetch(apiUrl(path, { query }), {
    headers: { Authorization: `Bearer ${readToken()}` },
  }).catch(() => undefined);
  if (!response) throw new HttpError(0);
  if (!response.ok) {
    if (response.status === 401) refuseCredentials();
    throw new HttpError(response.status, await response.json().catch(() => undefined));
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const file = await response.blob().catch(() => undefined);
  if (!file) throw new HttpError(0);
  save(file, name ?? fallback);
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Not at once: the browser may not have begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
