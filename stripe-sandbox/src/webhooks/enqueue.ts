import { randomInt } from 'node:crypto';
import type { EventDocument } from '../store/documents.ts';
import type { Store } from '../store/store.ts';

/** How webhooks travel. */
export const WEBHOOK_MODES = ['normal', 'duplicate', 'delay', 'reorder', 'drop'] as const;
export type WebhookMode = (typeof WEBHOOK_MODES)[number];

const DELAY_MS = 5_000;
const SHUFFLE_MS = 1_500;

/** The mode in force; 'normal' until somebody sets another. */
export function webhookMode(store: Store): WebhookMode {
  const stored = store.setting('webhook_mode');
  return WEBHOOK_MODES.find((mode) => mode === stored) ?? 'normal';
}

/**
 * Writes down the deliveries of an event, in the transaction that emits it, so that none is lost.
 * Returns how many endpoints it is for.
 */
export function enqueue(store: Store, event: EventDocument): number {
  const endpoints = store
    .all('webhook_endpoint')
    .filter(({ status }) => status === 'enabled')
    .filter(({ enabled_events: types }) => types.includes('*') || types.includes(event.type));
  const mode = webhookMode(store);
  const insert = store.prepare(
    'INSERT INTO deliveries (event, endpoint, state, due_ms) VALUES (?, ?, ?, ?)',
  );
  for (const endpoint of endpoints) {
    const copies = mode === 'duplicate' ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      insert.run(event.id, endpoint.id, mode === 'drop' ? 'dropped' : 'pending', dueAt(mode));
    }
  }
  return mode === 'drop' ? 0 : endpoints.length;
}

function dueAt(mode: WebhookMode): number {
  if (mode === 'delay') return Date.now() + DELAY_MS;
  // A random wait is a shuffle: deliveries go out in the order in which they fall due.
  if (mode === 'reorder') return Date.now() + randomInt(SHUFFLE_MS);
  return Date.now();
}
