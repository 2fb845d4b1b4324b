import { readSession, type Session } from '../features/session/session-store.ts';

/** Marks the document, before its first paint, for what the style sheet shows to whoever is signed in. */
export function markSession(): Session {
  const session = readSession();
  document.documentElement.toggleAttribute('data-signed-in', session.status === 'authenticated');
  return session;
}
