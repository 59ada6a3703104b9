import { ReplyTextStream } from './reply-text-stream';
import { OpenAiReply } from './reply';
import { readStream } from './read-stream';

describe('readStream', () => {
  it('reads the same completion for any split into network chunks', async () => {
    const said = ['é 名', '前 👩', '\u200d👧'];
    const lines = said.map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
    const bytes = new TextEncoder().encode(`${lines.join('')}data: [DONE]\n\n`);
    const body = ReadableStream.from(Array.from(bytes, (byte) => Uint8Array.of(byte)));
    const received: string[] = [];
    const reply = new OpenAiReply(new ReplyTextStream({ messages: [] }, {}, (text) => received.push(text)));
    await readStream(reply, new Response(body, { headers: { 'content-type': 'text/event-stream' } }), () => undefined);
    expect([received, reply.content, reply.ended]).toEqual([said, said.join(''), true]);
  });
});
