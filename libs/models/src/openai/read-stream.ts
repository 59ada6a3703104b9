import { createParser } from 'eventsource-parser';
import type { Completion, OpenAiReply } from './reply';

function errorOf(text: string): Completion['error'] {
  try {
    const { error, message } = JSON.parse(text) as { error?: Completion['error']; message?: string };
    return error ?? message ?? text;
  } catch {
    return text;
  }
}

/**
 * Reads a response into the reply: a stream of server-sent events, or one whole completion from servers that do not
 * stream. Stops at the piece that completes the reply.
 */
export async function readStream(reply: OpenAiReply, response: Response, onSign: () => void): Promise<void> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('application/json')) {
    reply.take((await response.json()) as Completion);
    reply.ended = true;
    return;
  }
  if (!response.body || type.includes('text/html'))
    throw new SyntaxError(`The response is ${type || 'empty'}, not an event stream`);
  const parser = createParser({
    onEvent: ({ data }) => {
      if (reply.ended) return;
      if (data.startsWith('[DONE]')) reply.ended = true;
      else reply.take(JSON.parse(data) as Completion);
    },
    // Some servers report an error in a field of its own, `error: {…}`, which is no event.
    onError: ({ field, value }) => {
      if (field === 'error' && value !== undefined) reply.take({ error: errorOf(value) });
    },
  });
  const decoder = new TextDecoder();
  for await (const bytes of response.body) {
    onSign();
    parser.feed(decoder.decode(bytes as Uint8Array, { stream: true }));
    if (reply.enough) return;
  }
}
