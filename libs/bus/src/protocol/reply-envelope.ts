import { CrumbError, type Problem, refuse } from '@crumbtrail/contracts';
import { TransientError, errorMessage } from '@crumbtrail/platform';

/** The body of a reply. */
export type ReplyEnvelope = { readonly ok: unknown } | { readonly problem: Problem };

/** JSON as bytes. */
export function encode(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value), 'utf8');
}

/** Parses bytes as JSON; refuses invalid JSON. */
export function decode(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch (error) {
    throw refuse('not_json', `The message is not JSON: ${errorMessage(error)}`);
  }
}

/** The value of a reply; throws the CrumbError when the reply carries one. */
export function unwrapReply(bytes: Uint8Array): unknown {
  const reply = decode(bytes) as Partial<{ ok: unknown; problem: Problem }>;
  if (reply.problem) throw new CrumbError(reply.problem);
  return reply.ok;
}

/** How a handler's failure is encoded: a refusal unchanged, a transient error as `unavailable`, anything else as `internal`. */
export function problemFromError(error: unknown, doing: string): Problem {
  if (error instanceof CrumbError) return error.problem;
  if (error instanceof TransientError) return { code: 'unavailable', message: error.message };
  return { code: 'internal', message: `${doing} failed unexpectedly; the log of the service has the reason.` };
}
