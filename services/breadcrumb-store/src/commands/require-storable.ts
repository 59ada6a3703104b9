import { findUnsafe, MAX_CRUMB_BYTES, refuse, type CrumbError, type Issue } from '@crumbtrail/contracts';

export const invalid = (message: string, issues: readonly Issue[]): CrumbError =>
  refuse('invalid_payload', message, { issues });

/** Refuses what no store keeps faithfully. */
export function requireSafe(value: unknown): void {
  const issue = findUnsafe(value);
  if (issue) throw refuse('unsafe_json', `The JSON at ${issue.path || '/'} ${issue.message}.`, { issues: [issue] });
}

/** Refuses what is larger than a crumb may be. */
export function requireSmall(value: unknown): void {
  const bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes > MAX_CRUMB_BYTES) {
    throw refuse(
      'too_large',
      `This crumb has ${bytes} bytes; the most is ${MAX_CRUMB_BYTES}. Split it, or keep a reference.`,
    );
  }
}
