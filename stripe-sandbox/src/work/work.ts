import { API_VERSION } from '../api-version.ts';
import { wakeTime } from '../clock/wake.ts';
import { missing } from '../http/errors.ts';
import type { Doc, Kind, Secret } from '../store/documents.ts';
import { newId } from '../store/ids.ts';
import type { Store } from '../store/store.ts';
import { enqueue } from '../webhooks/enqueue.ts';
import { previousAttributes } from './diff.ts';

/** The request an event came from; both null when it came from time passing. */
export interface Origin {
  id: string | null;
  idempotency_key: string | null;
}

const NOUNS: Partial<Record<Kind, string>> = {
  'billing_portal.configuration': 'configuration',
  payment_method: 'PaymentMethod',
  'test_helpers.test_clock': 'test clock',
};

/** One unit of work: everything inside it is one transaction at one instant of sandbox time. */
export class Work {
  readonly store: Store;
  readonly origin: Origin;
  /** The sandbox's own address, without a slash at the end. */
  readonly publicUrl: string;
  readonly #now: number;
  readonly #pinned: boolean;

  /** @param instant unix seconds; `pinned` makes it hold for customers of test clocks too */
  constructor(
    store: Store,
    setup: { publicUrl: string; instant: number; pinned?: boolean; origin?: Origin },
  ) {
    this.store = store;
    this.publicUrl = setup.publicUrl;
    this.origin = setup.origin ?? { id: null, idempotency_key: null };
    this.#now = setup.instant;
    this.#pinned = setup.pinned ?? false;
  }

  /** The time in unix seconds, as the customer's test clock has it when there is one. */
  now(customer?: string | null): number {
    if (this.#pinned || !customer) return this.#now;
    const clock = this.store.find('customer', customer)?.test_clock;
    if (!clock) return this.#now;
    return this.store.find('test_helpers.test_clock', clock)?.frozen_time ?? this.#now;
  }

  /** The resource with this id; throws resource_missing, naming `param`. */
  get<K extends Kind>(kind: K, id: string, param = 'id'): Doc<K> {
    const doc = this.store.find(kind, id);
    if (!doc) throw missing(NOUNS[kind] ?? kind.replace('.', ' '), id, param);
    return doc;
  }

  /** Stores a resource, new or changed, without telling anybody. */
  save<K extends Kind>(kind: K, doc: Doc<K> & { id: string }, secret?: Secret<K>): void {
    const known = secret ?? this.store.secret(kind, doc.id);
    const clock = 'test_clock' in doc ? ((doc.test_clock as string | null) ?? null) : null;
    const wakesAt = wakeTime(kind, doc, known);
    this.store.put(kind, doc, { ...(secret && { secret }), wakesAt, clock });
  }

  /** Stores a new resource and emits its event. */
  add<K extends Kind>(kind: K, doc: Doc<K> & { id: string }, event: string, secret?: Secret<K>) {
    this.save(kind, doc, secret);
    this.emit(event, doc);
    return doc;
  }

  /** Changes a resource and emits `event` with what it was before; nothing when nothing changed. */
  change<K extends Kind>(kind: K, id: string, changes: Partial<Doc<K>>, event: string): Doc<K> {
    const before = this.get(kind, id);
    const after = { ...before, ...changes };
    const previous = previousAttributes(before, after);
    if (Object.keys(previous).length === 0) return before;
    this.save(kind, after as Doc<K> & { id: string });
    this.emit(event, after, event.endsWith('.updated') ? previous : undefined);
    return after;
  }

  /** Records an event with a snapshot of the resource, and its deliveries. */
  emit(type: string, object: object, previous?: Record<string, unknown>): void {
    const owner = object as { object?: string; id: string; customer?: string | null };
    const customer = owner.object === 'customer' ? owner.id : owner.customer;
    const id = newId('evt');
    const event: Doc<'event'> = {
      id,
      object: 'event',
      api_version: API_VERSION,
      created: this.now(customer),
      data: { object, ...(previous && { previous_attributes: previous }) },
      livemode: false,
      pending_webhooks: 0,
      request: this.origin,
      type,
    };
    event.pending_webhooks = enqueue(this.store, event);
    this.save('event', event);
  }
}
