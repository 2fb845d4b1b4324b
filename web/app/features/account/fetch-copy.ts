import { copyPath } from 'contract/own-data';
import { readToken, refuseCredentials } from '../../lib/credentials.ts';
import { apiUrl } from '../../lib/http.ts';
import { HttpError } from '../../lib/http-error.ts';

/** Fetches the copy of a link, and hands it to the browser to be saved. Throws HttpError. */
export async function fetchCopy(token: string): Promise<void> {
  const response = await fetch(apiUrl(copyPath, { query: { token } }), {
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
  save(file, name ?? 'your-data.zip');
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Not at once: the browser may not have begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
