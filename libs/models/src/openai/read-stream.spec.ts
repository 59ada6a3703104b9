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

  const said = (content: string, finish_reason: string | null = null): string =>
    `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason }] })}`;
  const readBody = async (body: string): Promise<OpenAiReply> => {
    const reply = new OpenAiReply(new ReplyTextStream({ messages: [] }, {}, () => undefined));
    await readStream(reply, new Response(body, { headers: { 'content-type': 'text/event-stream' } }), () => undefined);
    return reply;
  };

  it.each(['', '\n', '\r', '\r\n'])('reads the last event before %j and no empty line', async (end) => {
    const reply = await readBody(`${said('Hel')}\n\n${said('lo', 'stop')}${end}`);
    expect([reply.content, reply.failure(undefined)]).toEqual(['Hello', undefined]);
  });

  it('takes a stream that ends within an event for one that was closed too early', async () => {
    const reply = await readBody(`${said('Hel')}\n\n${said('lo', 'stop').slice(0, -4)}`);
    expect([reply.content, reply.failure(undefined)?.failure.code]).toEqual(['Hel', 'disconnected']);
  });
});
