/** Most bytes of one answer of a server. */
export const MOST_ANSWER_BYTES = 16 * 1024 * 1024;

/** Passes bytes on until there are too many of them, then breaks off. */
function counted(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > MOST_ANSWER_BYTES) controller.error(new Error(`The answer has more than ${MOST_ANSWER_BYTES} bytes`));
      else controller.enqueue(chunk);
    },
  });
}

const MOST_REDIRECTS = 3;

/** Where a server points to instead of answering; null where it answers. Another origin is nobody whom the operator has named. */
function pointsTo({ status, headers }: Response, from: URL): URL | null {
  const to = status >= 300 && status < 400 ? headers.get('location') : null;
  if (to === null) return null;
  const target = new URL(to, from);
  if (target.origin === from.origin) return target;
  throw new Error(`The server points to ${target.origin}; name that place itself if it may be asked`);
}

async function asked(url: URL, init: RequestInit, redirects = MOST_REDIRECTS): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const to = redirects > 0 ? pointsTo(response, url) : null;
  if (!to) return response;
  await response.body?.cancel();
  return asked(to, init, redirects - 1);
}

/**
 * Fetch that stays with the origin that it is told, and whose answers to requests end when they are too long. What a server tells
 * unasked flows on and on, and is not counted.
 */
export async function boundedFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const response = await asked(new URL(url), init);
  if (init.method !== 'POST' || response.body === null) return response;
  const { status, statusText, headers } = response;
  const body = response.body.pipeThrough(counted());
  return new Response(body, { status, statusText, headers });
}
