/** The sentences of FastAPI's `detail`: a text, or a list of what is wrong where. */
function sentencesIn(detail: unknown): string[] {
  if (typeof detail === 'string') return [detail];
  if (!Array.isArray(detail)) return [];
  const all = (detail as readonly { loc?: unknown; msg?: unknown }[]).flatMap((one) => {
    if (typeof one?.msg !== 'string') return [];
    return Array.isArray(one.loc) ? [`${one.loc.join('.')}: ${one.msg}`] : [one.msg];
  });
  return all.length === 0 ? [] : [all.join('; ')];
}

const MAX_PAGE_TEXT = 300;

/** What a page says, as one line: a proxy answers with one in place of the server. */
function readHtml(page: string): string {
  const bare = page.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
  const text = bare
    .replace(/&nbsp;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text === '' ? 'a web page' : `a web page: ${text.slice(0, MAX_PAGE_TEXT).toWellFormed()}`;
}

/** Rewrites the error body of another server family into the protocol's form, `error` with a `message`. */
function asError(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    const body: unknown = Array.isArray(parsed) && parsed.length > 0 ? parsed[0] : parsed;
    if (typeof body !== 'object' || body === null) return text;
    if ('error' in body) return body === parsed ? text : JSON.stringify(body);
    const { message, detail } = body as { message?: unknown; detail?: unknown };
    const said = [message, ...sentencesIn(detail)].find((one) => typeof one === 'string' && one !== '');
    return JSON.stringify({ error: { message: said ?? text } });
  } catch {
    return /^\s*<(?:!doctype|html|head|body)/i.test(text)
      ? JSON.stringify({ error: { message: readHtml(text) } })
      : text;
  }
}

/** A `fetch` that rewrites error bodies: the OpenAI client drops the message of errors in other forms. */
export const withReadableErrors =
  (request: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await request(input, init);
    if (response.ok || response.body === null) return response;
    const { status, statusText } = response;
    const headers = new Headers(response.headers);
    for (const stale of ['content-length', 'content-encoding']) headers.delete(stale);
    return new Response(asError(await response.text()), { status, statusText, headers });
  };
