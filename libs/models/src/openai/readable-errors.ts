/** The body as the protocol has errors: `error` with a message; servers of other families put theirs elsewhere. */
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

/** `fetch` whose refusals say why: what the client would drop of an error in another shape is put where it looks. */
export const readableErrors: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.ok || response.body === null) return response;
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  for (const stale of ['content-length', 'content-encoding']) headers.delete(stale);
  return new Response(asError(await response.text()), { status, statusText, headers });
};
