import type { Request } from 'express';
import { OpenAiError } from './openai-error';

type RequestedUrl = Pick<Request, 'method' | 'path'>;

/** With the address under which the client reached the gateway, such as `http://127.0.0.1:7070`. */
interface AddressedUrl extends RequestedUrl {
  readonly origin: string;
}

const SERVED =
  'POST /v1/chat/completions, POST /v1/responses, POST /v1/embeddings, GET /v1/models and GET /v1/models/{model}';

/** Resources of the OpenAI protocol that clients ask for; {@link unknownUrl} says which are served. */
const RESOURCES =
  'chat|models|responses|completions|edits|engines|moderations|images|audio|videos|files|uploads|batches|fine_tuning|assistants|threads|vector_stores|conversations|containers|evals|realtime|organization|chatkit|skills';
/** Nothing is served in other letter case, but the client reads this error format all the same. */
const IN_PROTOCOL = new RegExp(`^/v1/(${RESOURCES})(/|$)`, 'i');
/** A base URL without /v1, or with two. */
const WRONG_BASE = /^(\/v1\/v1)?\/(chat\/completions|models|responses|completions|embeddings)(\/|$)/i;

/** Is this a request of a client that reads errors of the OpenAI protocol? `GET` and `PUT /v1/embeddings` are Crumbtrail's own. */
export function isOpenAiRequest({ method, path }: RequestedUrl): boolean {
  if (/^\/v1\/embeddings\/?$/.test(path)) return !['GET', 'HEAD', 'PUT'].includes(method);
  return IN_PROTOCOL.test(path) || WRONG_BASE.test(path);
}

/** The error for a URL of the protocol that is not served: says what is. */
export function unknownUrl({ method, path, origin }: AddressedUrl): OpenAiError {
  const asked = `${method} ${path.slice(0, 200)}`;
  const message = WRONG_BASE.test(path)
    ? `Nothing is at ${asked}: the base URL must end with one /v1, as in ${origin}/v1.`
    : `Crumbtrail does not serve ${asked}. Of the OpenAI protocol it serves ${SERVED}.`;
  return new OpenAiError(404, { message, type: 'invalid_request_error', param: null, code: 'unknown_url' });
}
