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

async function followRedirects(url: URL, init: RequestInit, redirects = MOST_REDIRECTS): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const to = redirects > 0 ? pointsTo(response, url) : null;
  if (!to) return response;
  await response.body?.cancel();
  return followRedirects(to, init, redirects - 1);
}

/**
 * A fetch that follows redirects only within its origin and limits the size of responses to requests. Server-sent
 * events outside a request are not limited.
 */
export async function boundedFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const response = await followRedirects(new URL(url), init);
  if (init.method !== 'POST' || response.body === null) return response;
  const { status, statusText, headers } = response;
  const body = response.body.pipeThrough(limitBytes());
  return new Response(body, { status, statusText, headers });
}
