import { MAX_CRUMB_BYTES, refuse, type CrumbError, type Issue } from '@crumbtrail/contracts';

export const invalid = (message: string, issues: readonly Issue[]): CrumbError =>
  refuse('invalid_payload', message, { issues });

/** Refuses a crumb that is too large. */
export function requireSmall(value: unknown): void {
  const bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes > MAX_CRUMB_BYTES) {
    throw refuse(
      'too_large',
      `The crumb has ${bytes} bytes; the maximum is ${MAX_CRUMB_BYTES}. Split it, or store a reference.`,
    );
  }
}
