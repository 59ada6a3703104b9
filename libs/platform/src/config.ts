/** The test-only crash point, `name` or `name:n` (the nth time it is reached). */
export function crashAt(): string | undefined {
  return process.env['CRASH_AT'];
}

/** Does a supervisor hold this process's life line (IPC channel or stdin)? */
export function isSupervised(): boolean {
  return process.env['CRUMBTRAIL_SUPERVISED'] === '1';
}

/** What the standard variables of OpenTelemetry say of traces. */
export interface TracesWanted {
  /** Somebody is named who takes them, and nobody has said no. */
  readonly exported: boolean;
  /** A name for this process other than its service's. */
  readonly serviceName?: string;
}

const isSet = (name: string): boolean => (process.env[name] ?? '').trim() !== '';
const says = (name: string, word: string): boolean => process.env[name]?.trim().toLowerCase() === word;

/** Are traces wanted: an OTLP endpoint is set, and neither `OTEL_SDK_DISABLED=true` nor `OTEL_TRACES_EXPORTER=none`? */
export function tracesWanted(): TracesWanted {
  const named = isSet('OTEL_EXPORTER_OTLP_ENDPOINT') || isSet('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const refused = says('OTEL_SDK_DISABLED', 'true') || says('OTEL_TRACES_EXPORTER', 'none');
  const serviceName = process.env['OTEL_SERVICE_NAME']?.trim();
  return { exported: named && !refused, ...(serviceName ? { serviceName } : {}) };
}

const CAPTURING = new Set(['true', 'span_only', 'span_and_event']);

/** May spans hold what people, models and tools said? Only where the operator opted in by the standard variable. */
export function capturesContent(): boolean {
  return CAPTURING.has((process.env['OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT'] ?? '').trim().toLowerCase());
}
