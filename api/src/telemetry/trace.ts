import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

export type Attributes = Record<string, string | number | undefined>;

/** As OpenTelemetry numbers them. */
export const spanKind = { server: 2, client: 3, producer: 4, consumer: 5 } as const;

/** A part of what one request, and the jobs it caused, took. */
export interface Span {
  traceId: string;
  id: string;
  parentId?: string;
  name: string;
  kind: (typeof spanKind)[keyof typeof spanKind];
  /** Milliseconds since 1970. */
  began: number;
  ended: number;
  attributes: Attributes;
  error?: string;
}

/** What becomes of spans, and whether a trace that begins is kept. */
export interface Tracer {
  isSampled(traceId: string): boolean;
  keep(span: Span): void;
}

let tracer: Tracer | undefined;
const open = new AsyncLocalStorage<Span>();

/** Keeps spans from now on; without a tracer there are none, and nothing is done. Answers how to end. */
export function startTracing(one: Tracer): () => void {
  tracer = one;
  return () => {
    if (tracer === one) tracer = undefined;
  };
}

/** The span that runs now, as W3C's `traceparent`; undefined where none is kept. */
export function currentTrace(): string | undefined {
  const span = open.getStore();
  return span && `00-${span.traceId}-${span.id}-01`;
}

interface Beginning {
  name: string;
  kind: Span['kind'];
  attributes?: Attributes;
  /** The `traceparent` of what caused it; else it is what runs now. */
  causedBy?: string;
  /** Begins a trace where none runs. */
  root?: boolean;
}

/** Begins a span; undefined where none is kept. Ended by `endSpan`. */
export function beginSpan(beginning: Beginning): Span | undefined {
  if (!tracer) return undefined;
  const { name, kind, attributes = {}, causedBy = currentTrace(), root } = beginning;
  const [, traceId, parentId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(causedBy ?? '') ?? [];
  const inTrace = traceId ?? randomBytes(16).toString('hex');
  if (!traceId && (!root || !tracer.isSampled(inTrace))) return undefined;
  const id = randomBytes(8).toString('hex');
  const began = performance.timeOrigin + performance.now();
  return { traceId: inTrace, id, parentId, name, kind, began, ended: began, attributes };
}

export function endSpan(span: Span | undefined, attributes: Attributes = {}, error?: string): void {
  if (!span) return;
  span.ended = performance.timeOrigin + performance.now();
  Object.assign(span.attributes, attributes);
  span.error = error;
  tracer?.keep(span);
}

/** Runs what belongs to a span. */
export const insideOf = <T>(span: Span | undefined, work: () => T): T =>
  span ? open.run(span, work) : work();

/** Runs some work as a span. */
export async function inSpan<T>(beginning: Beginning, work: () => Promise<T>): Promise<T> {
  const span = beginSpan(beginning);
  if (!span) return work();
  try {
    const result = await open.run(span, work);
    endSpan(span);
    return result;
  } catch (error) {
    // What the error says may name somebody.
    endSpan(span, {}, error instanceof Error ? error.name : 'Error');
    throw error;
  }
}
