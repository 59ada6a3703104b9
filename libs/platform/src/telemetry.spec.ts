import { createLogger } from './logger';
import { capturesContent } from './config';
import type { startTelemetry as StartTelemetry } from './telemetry';

const logger = createLogger('spec', 'silent');
const LOADED = 'the SDK was loaded';

/** Starts telemetry with this environment in a process where loading the SDK fails. */
async function begin(env: Readonly<Record<string, string>>): Promise<unknown> {
  jest.resetModules();
  jest.doMock('@opentelemetry/sdk-node', () => {
    throw new Error(LOADED);
  });
  const { startTelemetry } = jest.requireActual<{ startTelemetry: typeof StartTelemetry }>('./telemetry');
  const before = { ...process.env };
  Object.assign(process.env, env);
  try {
    return await startTelemetry('gateway', logger);
  } finally {
    process.env = before;
  }
}

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

describe('OpenTelemetry', () => {
  it.each([
    [{}],
    [{ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on', OTEL_EXPORTER_OTLP_HEADERS: 'a=b' }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
    [{ ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }],
    [{ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }],
  ])('is not loaded with %j', async (env) => {
    expect(await begin(env)).toBeNull();
  });

  it.each([[ENDPOINT], [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }]])(
    'is loaded with %j',
    async (env) => {
      await expect(begin(env)).rejects.toThrow(LOADED);
    },
  );

  it.each([
    [undefined, false],
    ['', false],
    ['false', false],
    ['no_content', false],
    ['true', true],
    ['TRUE', true],
    ['span_and_event', true],
  ])('takes %s for content as %s', (said, captured) => {
    const name = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT';
    const before = process.env[name];
    if (said === undefined) delete process.env[name];
    else process.env[name] = said;
    expect(capturesContent()).toBe(captured);
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  });
});
