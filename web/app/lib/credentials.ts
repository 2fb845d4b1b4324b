import { storageKeys } from 'contract/storage';
import { readText, removeKey, writeJson, writeText } from './storage.ts';
import { leaveView, readView, storeView } from './view.ts';

type Listener = () => void;

const changed = new Set<Listener>();
const refused = new Set<Listener>();

function notify(listeners: Set<Listener>) {
  for (const listener of listeners) listener();
}

function subscribe(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The bearer token as stored, or null; that of the user whose pages an admin sees in this tab. */
export function readToken(): string | null {
  return readView()?.token ?? readOwnToken();
}

/** One's own, whatever this tab shows. */
export function readOwnToken(): string | null {
  return readText(storageKeys.token);
}

/** The stored user as JSON text, or null. */
export function readUserText(): string | null {
  return readView()?.userText ?? readText(storageKeys.user);
}

/** Stores what a login answered. */
export function storeCredentials(token: string, user: unknown): void {
  writeText(storageKeys.token, token);
  storeUser(user);
}

/** Replaces a token by the one that goes on with its session, unless it has gone or was replaced meanwhile. */
export function renewToken(before: string | null, token: string): void {
  if (before !== null && readOwnToken() === before) writeText(storageKeys.token, token);
}

/** The mark by which the server knows a device that somebody has signed in from, or null. */
export function readDevice(): string | null {
  return readText(storageKeys.device);
}

/** Stores that mark. It opens nothing, and stays when its user signs out. */
export function storeDevice(mark: string): void {
  writeText(storageKeys.device, mark);
}

/** Forgets that mark: the account that it speaks of is gone. */
export function forgetDevice(): void {
  removeKey(storageKeys.device);
}

/** Replaces the stored user, for example after a subscription has begun. */
export function storeUser(user: unknown): void {
  const view = readView();
  if (view) storeView(view.token, user);
  else writeJson(storageKeys.user, user);
  notify(changed);
}

/** Forgets token and user. Other tabs hear of it through their `storage` event. */
export function forgetCredentials(): void {
  removeKey(storageKeys.token);
  removeKey(storageKeys.user);
}

/** Forgets token and user, and says so in this tab too. What an admin sees of a user ends alone. */
export function clearCredentials(): void {
  if (leaveView()) return;
  forgetCredentials();
  notify(changed);
}

/** Forgets token and user because the server refused them, and says so to whoever listens. */
export function refuseCredentials(): void {
  if (leaveView()) return;
  clearCredentials();
  notify(refused);
}

/** Calls the listener when token or user changed, in this tab or another. Returns the way out. */
export function onCredentialsChange(listener: Listener): () => void {
  const hear = (event: StorageEvent) => {
    const ours: (string | null)[] = [storageKeys.token, storageKeys.user, null];
    if (ours.includes(event.key)) listener();
  };
  window.addEventListener('storage', hear);
  const leave = subscribe(changed, listener);
  return () => {
    window.removeEventListener('storage', hear);
    leave();
  };
}

/** Calls the listener when the server answered 401. Returns the way out. */
export function onCredentialsRefused(listener: Listener): () => void {
  return subscribe(refused, listener);
}
