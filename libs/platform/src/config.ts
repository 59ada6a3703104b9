import type { Environment } from './read-env';

/** The environment of this process: that of a program, and of a service that shares its process with no other. */
export function processEnvironment(): Environment {
  return process.env;
}

/** The test-only crash point, `name` or `name:n` (the nth time it is reached). */
export function crashAt(): string | undefined {
  return process.env['CRASH_AT'];
}

/** True in tests: Jest sets the variable. */
export function isTest(): boolean {
  return process.env['NODE_ENV'] === 'test';
}

/** True if a supervisor holds a connection to this process (IPC channel or stdin), whose end means that the supervisor exited. */
export function isSupervised(): boolean {
  return process.env['CRUMBTRAIL_SUPERVISED'] === '1';
}

/** The standard OpenTelemetry variables about traces. */
export interface TracesWanted {
  /** An endpoint is set, and exporting is not disabled. */
  readonly exported: boolean;
  /** A name for this process that overrides its service's name. */
  readonly serviceName?: string;
}

const isSet = (name: string): boolean => (process.env[name] ?? '').trim() !== '';
const says = (name: string, word: string): boolean => process.env[name]?.trim().toLowerCase() === word;

/** True if traces are exported: an OTLP endpoint is set, and neither `OTEL_SDK_DISABLED=true` nor `OTEL_TRACES_EXPORTER=none`. */
export function tracesWanted(): TracesWanted {
  const named = isSet('OTEL_EXPORTER_OTLP_ENDPOINT') || isSet('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const refused = says('OTEL_SDK_DISABLED', 'true') || says('OTEL_TRACES_EXPORTER', 'none');
  const serviceName = process.env['OTEL_SERVICE_NAME']?.trim();
  return { exported: named && !refused, ...(serviceName ? { serviceName } : {}) };
}

const CAPTURING = new Set(['true', 'span_only', 'span_and_event']);

/** Whether spans may contain messages of people, models and tools. Only when the operator opted in with the standard variable. */
export function capturesContent(): boolean {
  return CAPTURING.has((process.env['OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT'] ?? '').trim().toLowerCase());
}
