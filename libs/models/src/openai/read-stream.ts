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

/** The completion in the data of an event; undefined where the stream has ended within it. */
function completionIn(data: string, hasEnded: boolean): Completion | undefined {
  try {
    return JSON.parse(data) as Completion;
  } catch (error) {
    if (hasEnded) return undefined;
    throw error;
  }
}

/**
 * Reads a response into the reply: a stream of server-sent events, or one whole completion from servers that do not
 * stream. Stops at the piece that completes the reply. The last event counts without the empty line after it, which some
 * servers leave out.
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
  let hasEnded = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      if (reply.ended) return;
      if (data.startsWith('[DONE]')) {
        reply.ended = true;
        return;
      }
      const completion = completionIn(data, hasEnded);
      if (completion !== undefined) reply.take(completion);
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
  hasEnded = true;
  parser.feed('\n\n');
}
