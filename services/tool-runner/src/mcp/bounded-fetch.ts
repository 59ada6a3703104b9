import { isObject } from '@crumbtrail/contracts';
import { explainFailure } from './failure';

/** Maximum size of one response of a server, in bytes. */
export const MOST_ANSWER_BYTES = 16 * 1024 * 1024;

/** Passes bytes on and fails when there are too many. */
function limitBytes(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > MOST_ANSWER_BYTES)
        controller.error(new Error(`The response has more than ${MOST_ANSWER_BYTES} bytes`));
      else controller.enqueue(chunk);
    },
  });
}

const MOST_REDIRECTS = 3;

/**
 * The target of a redirect; null when the response is not one. Throws for another origin, because the operator has not
 * named it.
 */
function pointsTo({ status, headers }: Response, from: URL): URL | null {
  const to = status >= 300 && status < 400 ? headers.get('location') : null;
  if (to === null) return null;
  const target = new URL(to, from);
  if (target.origin === from.origin) return target;
  throw new Error(`The server redirects to ${target.origin}; configure that address itself if it may be called`);
}

/** Says why a request failed: the client keeps the message alone, which is "fetch failed", and no cause. */
function tellCauses(error: unknown): never {
  const isUntold = isObject(error) && error['name'] === 'TypeError' && error['cause'] !== undefined;
  throw isUntold ? new TypeError(explainFailure(error), { cause: error }) : error;
}

async function followRedirects(
  send: typeof fetch,
  url: URL,
  init: RequestInit,
  redirects = MOST_REDIRECTS,
): Promise<Response> {
  const response = await send(url, { ...init, redirect: 'manual' }).catch(tellCauses);
  const to = redirects > 0 ? pointsTo(response, url) : null;
  if (!to) return response;
  await response.body?.cancel();
  return followRedirects(send, to, init, redirects - 1);
}

/**
 * A fetch that follows redirects only within its origin and limits the size of responses to requests. Server-sent
 * events outside a request are not limited.
 * @param send Sends each request. Default: `fetch`.
 */
export async function boundedFetch(
  url: string | URL,
  init: RequestInit = {},
  send: typeof fetch = fetch,
): Promise<Response> {
  const response = await followRedirects(send, new URL(url), init);
  if (init.method !== 'POST' || response.body === null) return response;
  const { status, statusText, headers } = response;
  const body = response.body.pipeThrough(limitBytes());
  return new Response(body, { status, statusText, headers });
}
