import { version } from '../version.ts';
import type { Attributes, Span, Tracer } from './trace.ts';

/** The standard's variables, as far as they are followed here. */
export interface OtelSettings {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string;
  OTEL_EXPORTER_OTLP_HEADERS?: string;
  OTEL_RESOURCE_ATTRIBUTES?: string;
  OTEL_SERVICE_NAME?: string;
  OTEL_TRACES_SAMPLER_ARG?: number;
}

const pauseMs = 1_000;
/** More than so many that wait are dropped: what is watched matters more than watching it. */
const mostWaiting = 2_048;
const failed = 2;

/**
 * Sends spans to a collector by OTLP over HTTP, in JSON, once a second, and repeats nothing. `stop`
 * sends what is left.
 */
export function createOtlpTracer(settings: OtelSettings): Tracer & { stop(): Promise<void> } {
  const address =
    settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ??
    `${settings.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '')}/v1/traces`;
  const headers = {
    ...pairs(settings.OTEL_EXPORTER_OTLP_HEADERS),
    'content-type': 'application/json',
  };
  const resource = {
    attributes: listed({
      'service.name': 'clinician-subscriptions',
      'service.version': version,
      ...pairs(settings.OTEL_RESOURCE_ATTRIBUTES),
      ...(settings.OTEL_SERVICE_NAME && { 'service.name': settings.OTEL_SERVICE_NAME }),
    }),
  };
  // A trace is kept by its id, so that all processes decide alike.
  const share = settings.OTEL_TRACES_SAMPLER_ARG ?? 1;
  let waiting: Span[] = [];

  const send = async (patienceMs = 5_000): Promise<void> => {
    const spans = waiting.map(written);
    waiting = [];
    if (spans.length === 0) return;
    const scopeSpans = [{ scope: { name: 'product', version }, spans }];
    const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] });
    const signal = AbortSignal.timeout(patienceMs);
    await fetch(address, { method: 'POST', headers, body, signal, redirect: 'error' }).then(
      (answer) => answer.body?.cancel(),
      () => {},
    );
  };
  const timer = setInterval(() => void send(), pauseMs).unref();

  return {
    isSampled: (traceId) => Number.parseInt(traceId.slice(-8), 16) < share * 2 ** 32,
    keep(span) {
      if (waiting.length < mostWaiting) waiting.push(span);
    },
    async stop() {
      clearInterval(timer);
      // A process that stops has little time.
      await send(800);
    },
  };
}

function written({ traceId, id, parentId, name, kind, began, ended, attributes, error }: Span) {
  return {
    ...{ traceId, spanId: id, parentSpanId: parentId, name, kind },
    startTimeUnixNano: nanoseconds(began),
    endTimeUnixNano: nanoseconds(ended),
    attributes: listed(attributes),
    status: error === undefined ? {} : { code: failed, message: error },
  };
}

/** Milliseconds as the whole nanoseconds of the protocol, which no number of JSON holds. */
const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n);

function listed(attributes: Attributes) {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return { key, value: typeof value === 'number' ? { intValue: value } : { stringValue: value } };
  });
}

/** `a=1,b=2`, as these variables are written. */
function pairs(text = ''): Record<string, string> {
  return Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at < 1
        ? []
        : [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]];
    }),
  );
}
