import { expect, it } from 'vitest';
import { startLeadingElsewhere } from '../testing/leading-elsewhere.ts';
import { createOtlpTracer } from './otlp.ts';
import { spanKind } from './trace.ts';

it('a redirect of the collector of traces is not followed', async () => {
  const { port, asked, close } = await startLeadingElsewhere();
  const tracer = createOtlpTracer({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
  tracer.keep({
    ...{ traceId: 'a'.repeat(32), id: 'b'.repeat(16), name: 'one', kind: spanKind.server },
    ...{ began: 1, ended: 2, attributes: {} },
  });
  // It waits until what is kept has been sent, wherever that leads.
  await tracer.stop();
  expect(asked).toEqual(['/v1/traces']);
  close();
});
