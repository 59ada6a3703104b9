import { endsWithin } from './timeout';
import { diag, DiagLogLevel, type DiagLogger } from '@opentelemetry/api';
import { tracesWanted } from './config';
import type { Logger } from './logger';

/** The trace exporter of this process. */
export interface Telemetry {
  /** Flushes pending spans, within a few seconds, and shuts down. Never rejects. */
  end(): Promise<void>;
}

const FLUSH_WITHIN_MS = 3_000;
const COMPLAIN_EVERY_MS = 60_000;

/** The SDK reports every batch that it could not send; one report a minute is enough. */
function complaints(logger: Logger): DiagLogger {
  let quietUntil = 0;
  const complain = (message: string): void => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + COMPLAIN_EVERY_MS;
    logger.warn({ reason: message.slice(0, 500) }, 'traces cannot be sent; the service continues without them');
  };
  const ignore = (): void => undefined;
  return { error: complain, warn: complain, info: ignore, debug: ignore, verbose: ignore };
}

/**
 * Exports the traces of this process by OTLP, as the standard `OTEL_*` variables say. Returns null, without loading the SDK, when they
 * name no endpoint. The command line and the environment are not exported: they may hold secrets.
 */
export async function startTelemetry(service: string, logger: Logger): Promise<Telemetry | null> {
  const { exported, serviceName } = tracesWanted();
  if (!exported) return null;
  diag.setLogger(complaints(logger), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const { NodeSDK, resources } = await import('@opentelemetry/sdk-node');
  const resource = resources.resourceFromAttributes({
    'service.name': serviceName ?? service,
    'service.namespace': 'crumbtrail',
    'service.instance.id': `${service}-${process.pid}`,
  });
  const sdk = new NodeSDK({
    resource: resources.defaultResource().merge(resource),
    resourceDetectors: [resources.envDetector],
    serviceName: serviceName ?? service,
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [],
  });
  sdk.start();
  logger.info('traces are exported');
  const flushed = (): Promise<void> =>
    sdk.shutdown().catch((error: unknown) => logger.warn({ err: error }, 'the last traces are lost'));
  return {
    end: async () => {
      await endsWithin(flushed(), FLUSH_WITHIN_MS);
    },
  };
}
