import { type CallerRefusal, readRefusal } from '../openai/read-refusal';
import type { A2aSdk } from './a2a-sdk';

/** How a binding of A2A carries the requests and errors. */
export type A2aBinding = 'JSONRPC' | 'HTTP+JSON';

const MALFORMED: readonly number[] = [400, 413, 422, 428];
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;

/** The errors that the protocol has a name for, by the code of the refusal. */
function namedError({ code, message }: CallerRefusal, sdk: A2aSdk): Error | undefined {
  const metadata = { code };
  if (code === 'not_found') return new sdk.TaskNotFoundError({ message, metadata });
  if (code === 'turn_closed') return new sdk.UnsupportedOperationError({ message, metadata });
  if (code === 'unsupported_media_type') return new sdk.ContentTypeNotSupportedError({ message, metadata });
  return undefined;
}

/** Converts what was thrown to an error of the protocol; undefined where it is only logged. The code of Crumbtrail's own error is in its metadata. */
export function toA2aError(thrown: unknown, binding: A2aBinding, sdk: A2aSdk): Error | undefined {
  if (thrown instanceof sdk.A2AError) return thrown;
  const refusal = readRefusal(thrown);
  if (!refusal) return undefined;
  const { status, code, message } = refusal;
  const told = { message, metadata: { code }, cause: thrown };
  const named = namedError(refusal, sdk);
  if (named) return named;
  if (status >= 500) return new sdk.A2AError(told);
  if (binding === 'HTTP+JSON')
    return new sdk.RestRequestMalformedError({ ...told, statusCode: MALFORMED.includes(status) ? 400 : status });
  const envelopeCode = MALFORMED.includes(status) ? INVALID_PARAMS : INVALID_REQUEST;
  return new sdk.JsonRpcRequestMalformedError({ ...told, envelopeCode });
}
