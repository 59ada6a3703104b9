import { type Attributes, type Span, type SpanOptions, SpanStatusCode, type Tracer } from '@opentelemetry/api';

const MOST = 500;

/** The type of an error, with few distinct values: its code when it has one, else its class. */
export function errorType(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && /^[A-Za-z][\w.-]{0,63}$/.test(code)) return code;
  return error instanceof Error ? error.name : typeof error;
}

/** Marks a span as failed: with the type of the error and its message, never its stack. */
export function failSpan(span: Span, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  span.setAttribute('error.type', errorType(error));
  span.setStatus({ code: SpanStatusCode.ERROR, message: message.slice(0, MOST) });
}

/** A span's name, its kind and its initial attributes. */
export interface SpanPlan extends SpanOptions {
  readonly name: string;
  readonly attributes?: Attributes;
}

/** Runs work in a new span; an error is recorded on the span and rethrown. Costs almost nothing when no traces are exported. */
export function inSpan<T>(
  tracer: Tracer,
  { name, ...options }: SpanPlan,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      failSpan(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}
