import fc from 'fast-check';
import { readJsonReply } from './reply';
import { parseOutput } from '../output-text';

const reply = { message: 'Five.', tool_requests: [{ tool: 'sum', input: { text: 'a "b" {c}' }, request_id: 7 }] };
const read = { kind: 'object', message: 'Five.', calls: [{ tool: 'sum', call_id: '7', input: { text: 'a "b" {c}' } }] };

describe('readJsonReply', () => {
  test.each([
    ['as it is', JSON.stringify(reply)],
    ['in a fence', `\`\`\`json\n${JSON.stringify(reply, null, 2)}\n\`\`\``],
    ['in a fence that never ends', `\`\`\`\n${JSON.stringify(reply)}`],
    ['behind prose', `I use {braces} and "quotes.\n${JSON.stringify(reply)}`],
    ['in the middle of prose', `So: ${JSON.stringify(reply)} That is it.`],
    ['twice the same', `${JSON.stringify(reply)}\n${JSON.stringify(reply)}`],
    ['without a bracket', JSON.stringify(reply).slice(0, -1)],
    ['with a comment', JSON.stringify(reply).replace('"message"', '/** hi */ "message"')],
  ])('finds the object in %s', (_how, text) => {
    expect(readJsonReply(text)).toMatchObject(read);
  });

  test.each([
    ['after a fence without content', `\`\`\`${' '.repeat(200_000)}x {"message": "Five."}`],
    ['at the end of an incomplete object', `{"message": "Five."${' '.repeat(200_000)}x`],
    ['where an object starts', `\`\`\`${' '.repeat(200_000)}[x`],
  ])('reads endless blanks %s in bounded time', (_where, text) => {
    expect(['object', 'broken', 'prose']).toContain(readJsonReply(text).kind);
    expect(parseOutput({ type: 'object' }, text).kind).toBeDefined();
  });

  test('does not cut a message at a code fence that it contains', () => {
    const message = 'Write:\n```js\nsend({"message": "x"})\n```';
    const text = `\`\`\`json\n${JSON.stringify({ message })}\n\`\`\``;
    expect(readJsonReply(text)).toMatchObject({ kind: 'object', message });
  });

  test('keeps the message of a tool request when the reply is damaged', () => {
    const text = '{"tool_requests": [{"tool": "send", "input": {"message": "hi"}}],}';
    expect(readJsonReply(text)).toMatchObject({ message: '', calls: [{ tool: 'send', input: { message: 'hi' } }] });
  });

  test.each([
    ['a sentence', 'It is 5.'],
    ['a quotation of what it could be', 'Send {"message": "hi"} to the API.'],
    ['code', 'Try:\n```js\nfunction f() { return { message: "x" }; }\n```\nDone.'],
    ['an example in a fence', 'Like so:\n```json\n{"a": 1}\n```'],
    ['braces that never close', 'Use { to open, {{ to open twice.'],
    ['nothing', ''],
  ])('treats a reply without an object as prose: %s', (_what, text) => {
    expect(readJsonReply(text)).toEqual({ kind: 'prose', message: text });
  });

  test('never completes a truncated text', () => {
    const whole = JSON.stringify({ tool_requests: [{ tool: 'pay', input: { text: 'ten pounds' } }] });
    for (let at = whole.indexOf('ten'); at <= whole.indexOf('pounds') + 6; at += 1)
      expect(readJsonReply(whole.slice(0, at))).toMatchObject({ kind: 'broken' });
  });

  test.each([
    ['33 requests', { tool_requests: Array.from({ length: 33 }, () => ({ tool: 'x', input: {} })) }, '33 requests'],
    ['a request that is a text', { tool_requests: ['x'] }, 'tool_requests[0] is not an object'],
  ])('rejects %s and requests the reply again', (_what, value, why) => {
    expect(readJsonReply(JSON.stringify(value))).toMatchObject({
      kind: 'broken',
      why: expect.stringContaining(why) as string,
    });
  });

  describe('in the envelope of a breadcrumb', () => {
    const request = { tool: 'sum', input: { n: 1 }, requestId: 'first' };
    const envelope = (breadcrumb: object, more: object = {}): string =>
      JSON.stringify({ action: 'create', breadcrumb: { schema_name: 'agent.response.v1', ...breadcrumb }, ...more });

    test('is read as the reply, requests with their ids; title and tags belong to its form', () => {
      const context = { message: 'Adding.', tool_requests: [request] };
      expect(readJsonReply(envelope({ title: 'Chat', tags: ['chat:output'], context }))).toEqual({
        kind: 'object',
        message: 'Adding.',
        calls: [{ tool: 'sum', call_id: 'first', input: { n: 1 } }],
        value: context,
        ignored: [],
      });
    });

    test.each([
      ['another action', envelope({ context: { message: 'x' } }, { action: 'update' }), 'its "action" is "update"'],
      ['another schema', envelope({ schema_name: 'note.v1', context: {} }), 'it creates a "note.v1"'],
      ['no payload', envelope({ message: 'x' }), 'its breadcrumb has no "context"'],
    ])('is returned to the model with the reason: %s', (_what, text, why) => {
      expect(readJsonReply(text)).toEqual({ kind: 'broken', why: expect.stringContaining(why) as string });
    });

    test('is an answer like any other where it stands in a sentence', () => {
      const text = `Send ${envelope({ context: { message: 'x' } })} to the API.`;
      expect(readJsonReply(text)).toEqual({ kind: 'prose', message: text });
    });
  });

  test.each([
    [{ message: 'Hi.', mood: 'glad' }, ['mood']],
    [{ tool_requests: [{ tool: 'x', arguments: {} }] }, ['tool_requests[0].arguments']],
    [
      { tool_requests: [{ tool: 'x', requestId: {}, return_to_llm: 'no' }] },
      ['tool_requests[0].requestId', 'tool_requests[0].return_to_llm'],
    ],
    [{ tool_requests: [{ tool: 'x', request_id: 'a', requestId: 'b' }] }, ['tool_requests[0].requestId']],
    [{ message: 'Hi.', tool_requests: [{ tool: 'x', request_id: 'a', requestId: 'a' }] }, []],
  ])('names what of %j has no effect', (value, ignored) => {
    expect(readJsonReply(JSON.stringify(value))).toMatchObject({ kind: 'object', ignored });
  });

  test('names text outside the object, unless it is the message', () => {
    const request = { tool_requests: [{ tool: 'x' }] };
    expect(readJsonReply(`So:\n${JSON.stringify({ message: 'Hi.', ...request })}`)).toMatchObject({
      message: 'Hi.',
      ignored: ['the text outside the object'],
    });
    expect(readJsonReply(`So:\n${JSON.stringify(request)}`)).toMatchObject({ message: 'So:', ignored: [] });
  });

  test('hands a result to people only for `return_to_llm: false`, and accepts an input that is a text containing the object', () => {
    const requests = ['false', 0, null, true, false].map((return_to_llm) => ({
      tool: 'x',
      input: '{"a": 1}',
      return_to_llm,
    }));
    const result = readJsonReply(JSON.stringify({ tool_requests: requests }));
    const call = { tool: 'x', input: { a: 1 } };
    expect(result).toMatchObject({ calls: [call, call, call, call, { ...call, return_to_llm: false }] });
  });

  test('reads any text without throwing, in bounded time', () => {
    const sign = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      ':',
      ',',
      '`',
      '\n',
      ' ',
      'message',
      'tool_requests',
      '1',
      "'",
      '/*',
    );
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 60 }), (signs) => {
        expect(['object', 'prose', 'broken']).toContain(readJsonReply(signs.join('')).kind);
      }),
      { numRuns: 3_000 },
    );
    const deep = `{"message": "x", "a": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect(readJsonReply(deep).kind).toBe('object');
    for (const unit of ['{"message":', '{', '"', '{"message": "x" y ', '\\', '{"a":{}} '])
      expect(readJsonReply(unit.repeat(30_000)).kind).not.toBe('object');
  });
});
