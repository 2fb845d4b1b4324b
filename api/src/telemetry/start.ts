import type { Database } from '../db/client.ts';
import type { Env } from '../env.ts';
import type { Services } from '../services.ts';

/**
 * Starts what is watched from outside, metrics and traces, as far as settings ask for it: of the rest
 * not even the code is loaded. Answers how to stop.
 */
export async function startTelemetry(
  env: Env,
  services: Services,
  database: Database,
): Promise<() => Promise<void>> {
  const stops: (() => unknown)[] = [];
  const isTraced = env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  if (isTraced && !env.OTEL_SDK_DISABLED) {
    const [{ createOtlpTracer }, { startTracing }] = await Promise.all([
      import('./otlp.ts'),
      import('./trace.ts'),
    ]);
    const tracer = createOtlpTracer(env);
    stops.push(startTracing(tracer), () => tracer.stop());
  }
  if (env.METRICS_PORT !== undefined) {
    const [{ createMetrics }, { serveMetrics }] = await Promise.all([
      import('./metrics.ts'),
      import('./metrics-server.ts'),
    ]);
    const { HOST: host, METRICS_PORT: port, METRICS_TOKEN: token } = env;
    const served = await serveMetrics(createMetrics(services, database), { host, port, token });
    services.log.info({ port: served.port }, 'metrics');
    stops.push(served.stop);
  }
  return async () => {
    for (const stop of stops) await stop();
  };
}
