import { storageKeys } from 'contract/storage';
import { parseJson } from './storage.ts';

/** The session in which an admin sees what a user sees, and the user as JSON text. */
interface View {
  token: string;
  userText: string;
}

/** Where this tab's storage is refused: what is seen then ends with the page. */
let inMemory: string | null = null;

/** What this tab shows of somebody else; null where it shows one's own pages. */
export function readView(): View | null {
  const view = parseJson(read()) as Partial<View> | null;
  const isWhole = typeof view?.token === 'string' && typeof view.userText === 'string';
  return isWhole ? (view as View) : null;
}

/** Has this tab, and no other, show what a user sees. */
export function storeView(token: string, user: unknown): void {
  inMemory = JSON.stringify({ token, userText: JSON.stringify(user) });
  try {
    globalThis.sessionStorage.setItem(storageKeys.view, inMemory);
    inMemory = null;
  } catch {
    // It stays in memory.
  }
}

/** Has this tab show one's own pages again, from the page of the user on, if it showed another's. */
export function leaveView(): boolean {
  const view = readView();
  if (!view) return false;
  inMemory = null;
  try {
    globalThis.sessionStorage.removeItem(storageKeys.view);
  } catch {
    // Nothing was stored where storage is refused.
  }
  const { id } = (parseJson(view.userText) ?? {}) as { id?: unknown };
  // Loaded anew, so that nothing of one is shown to the other.
  location.replace(`/admin/users/${id}`);
  return true;
}

function read(): string | null {
  if (inMemory !== null) return inMemory;
  try {
    return globalThis.sessionStorage?.getItem(storageKeys.view) ?? null;
  } catch {
    return null;
  }
}
