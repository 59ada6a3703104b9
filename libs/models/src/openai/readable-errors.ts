/** Rewrites the error body of another server family into the protocol's form, `error` with a `message`. */
function asError(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || 'error' in body) return text;
    const { message } = body as { message?: unknown };
    return JSON.stringify({ error: { message: typeof message === 'string' ? message : text } });
  } catch {
    return text;
  }
}

/** A `fetch` that rewrites error bodies: the OpenAI client drops the message of errors in other forms. */
export const readableErrors: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.ok || response.body === null) return response;
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  for (const stale of ['content-length', 'content-encoding']) headers.delete(stale);
  return new Response(asError(await response.text()), { status, statusText, headers });
};
