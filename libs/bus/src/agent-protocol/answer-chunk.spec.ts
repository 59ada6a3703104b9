import { headers, type MsgHdrs } from 'nats';
import { readAnswerChunk } from './answer-chunk';

const read = (body: unknown, fields?: Readonly<Record<string, string>>): unknown => {
  let made: MsgHdrs | undefined;
  if (fields) {
    made = headers();
    for (const [name, value] of Object.entries(fields)) made.set(name, value);
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readAnswerChunk({ data: new TextEncoder().encode(text), ...(made && { headers: made }) });
};
const query = (data: object): unknown => read({ type: 'query', data: { id: 'q', prompt: 'Yes?', ...data } });

describe('a message on the stream of a prompt', () => {
  it.each([
    ['an acknowledgement', { type: 'status', data: 'ack' }, { kind: 'ack' }],
    ['a text', { type: 'response', data: 'a' }, { kind: 'text', text: 'a' }],
    ['a text in an object', { type: 'response', data: { text: 'a', more: 1 } }, { kind: 'text', text: 'a' }],
    ['the end', '', { kind: 'end' }],
    ['a type that nobody knows', { type: 'mood', data: 'good' }, { kind: 'unknown' }],
    ['text that is not JSON', 'hello', { kind: 'malformed', why: 'a message that is not JSON with a type' }],
    [
      'a response without a text',
      { type: 'response', data: {} },
      { kind: 'malformed', why: 'a response without a text' },
    ],
  ])('is read: %s', (_, body, chunk) => {
    expect(read(body)).toEqual(chunk);
  });

  it('names the files that are not taken over', () => {
    const attachments = [{ filename: 'a.pdf', content: 'YQ==' }, { filename: 7 }];
    expect(read({ type: 'response', data: { text: 'See.', attachments } })).toEqual({
      kind: 'text',
      text: 'See.\n\n[Files that were not taken over: a.pdf]\n\n',
    });
  });

  it('with an error has its code, its sentence in one line, and when to come back', () => {
    const fields = { 'Nats-Service-Error-Code': '429', 'Nats-Service-Error': 'Slow down.' };
    expect(read('', fields)).toEqual({ kind: 'error', refusal: { status: 429, message: 'Slow down.' } });
    expect(read({ message: `Wait.\n\u0007${'x'.repeat(900)}`, retry_after_s: 3 }, fields)).toEqual({
      kind: 'error',
      refusal: { status: 429, message: `Wait. ${'x'.repeat(494)}`, retry_after_s: 3 },
    });
    const odd = { 'Nats-Service-Error-Code': '302', 'Nats-Service-Error': 'Moved.' };
    expect(read('', odd)).toMatchObject({ refusal: { status: 500 } });
  });

  it('with a question says where the answer goes', () => {
    const reply_subject = '_INBOX.abc.1';
    expect(query({ reply_subject })).toEqual({ kind: 'query', query: { prompt: 'Yes?', reply_subject } });
  });

  it.each([
    '$JS.API.STREAM.DELETE.CRUMBS',
    'agents.prompt.crumbtrail.default.scribe',
    'a.*',
    'a.>',
    'inbox',
    '',
    7,
    undefined,
  ])('with a question whose answer would go to %p is malformed', (reply_subject) => {
    expect(query({ reply_subject })).toMatchObject({ kind: 'malformed' });
  });
});
