import { createParser } from 'eventsource-parser';
import type { Completion, OpenAiReply } from './reply';

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
  });
  const decoder = new TextDecoder();
  for await (const bytes of response.body) {
    onSign();
    parser.feed(decoder.decode(bytes as Uint8Array, { stream: true }));
    if (reply.enough) return;
  }
}
