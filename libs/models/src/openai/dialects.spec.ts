import OpenAI from 'openai';
import type { OfferedTool } from '@crumbtrail/prompting';
import { failedAttempt } from './failure';
import { withReadableErrors } from './readable-errors';
import { readStream } from './read-stream';
import { RefusedParameters } from './refused-parameters';
import { OpenAiReply } from './reply';
import { ReplyTextStream } from './reply-text-stream';

const tools: OfferedTool[] = [{ name: 'search', description: 'Finds.', parameters: { type: 'object' } }];

/** What is read from these lines of a stream. */
async function readLines(lines: readonly string[], asked: { tools?: OfferedTool[] } = {}) {
  const hearing = new ReplyTextStream({ messages: [] }, {}, () => undefined);
  const reply = new OpenAiReply(hearing, asked);
  const body = lines.map((line) => `${line}\n\n`).join('');
  await readStream(reply, new Response(body, { headers: { 'content-type': 'text/event-stream' } }), () => undefined);
  reply.end();
  return reply;
}

const chunk = (delta: object, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}`;
const DONE = [chunk({}, 'stop'), 'data: [DONE]'];

describe('dialects of model servers: streams', () => {
  it('keeps two calls with one id apart by their indexes', async () => {
    const call = (index: number, city: string) => ({
      tool_calls: [{ index, id: 'call_0', function: { name: 'search', arguments: JSON.stringify({ city }) } }],
    });
    const reply = await readLines([chunk(call(0, 'Oslo')), chunk(call(1, 'Rome')), ...DONE], { tools });
    expect(reply.calls.all().map((one) => one.arguments)).toEqual(['{"city":"Oslo"}', '{"city":"Rome"}']);
    expect(new Set(reply.calls.all().map(({ id }) => id)).size).toBe(2);
  });

  it.each([
    ['the whole once more', '{"q":"a}{b"}', '{"q":"a}{b"}', '{"q":"a}{b"}'],
    ['the whole once more, spelled otherwise', '{"q":"x"}', '{"q": "x"}', '{"q":"x"}'],
    ['an empty object before them', '{}', '{"q":"x"}', '{"q":"x"}'],
    ['an empty object before none', '{}', '{}', '{}'],
    ['an empty object within them', '{"q":"a ', '{}"}', '{"q":"a {}"}'],
    ['other arguments', '{"q":"x"}', '{"q":"y"}', '{"q":"x"}{"q":"y"}'],
  ])('reads the arguments of a call whose server sends %s', async (_what, first, second, read) => {
    const piece = (args: string) => ({ tool_calls: [{ index: 0, id: 'a', function: { arguments: args } }] });
    const name = { tool_calls: [{ index: 0, id: 'a', function: { name: 'search', arguments: '' } }] };
    const reply = await readLines([chunk(name), chunk(piece(first)), chunk(piece(second)), ...DONE], { tools });
    expect(reply.calls.all()).toEqual([{ id: 'a', name: 'search', arguments: read }]);
  });

  it.each([
    [{ prompt_tokens: 32, completion_tokens: 9, total_tokens: 135 }, 103],
    [{ prompt_tokens: 21, completion_tokens: 0, total_tokens: 81 }, 60],
    [{ prompt_tokens: 32, completion_tokens: 9, total_tokens: 41 }, 9],
    [{ prompt_tokens: 32, completion_tokens: 9, total_tokens: 0 }, 9],
    [{ prompt_tokens: 2, completion_tokens: 9, total_tokens: 41, prompt_tokens_details: { cached_tokens: 30 } }, 9],
  ])('counts thinking that is billed beside the completion: of %j', async (usage, completion) => {
    const reply = await readLines([
      chunk({ content: 'Hi' }, 'stop'),
      `data: ${JSON.stringify({ choices: [], usage })}`,
    ]);
    expect(reply.usage?.completion_tokens).toBe(completion);
  });

  it('keeps the usage that it has where zeros follow', async () => {
    const [usage, zeros] = [4, 0].map((count) => ({ usage: { prompt_tokens: count, completion_tokens: count } }));
    const counted = [zeros, usage, zeros].map((one) => `data: ${JSON.stringify({ choices: [], ...one })}`);
    const reply = await readLines([chunk({ content: 'Hi' }, 'stop'), ...counted, 'data: [DONE]']);
    expect(reply.usage).toEqual({ prompt_tokens: 4, completion_tokens: 4 });
  });

  it.each([
    [{ finish_reason: 'error' }, 'ended with an error'],
    [{ finish_reason: 'error', error: { code: 502, message: 'overloaded' } }, 'overloaded'],
    [{ finish_reason: 'stop', error: { message: 'overloaded' } }, 'overloaded'],
  ])('does not take what came before the error of a router for an answer: %j', async (choice, cause) => {
    const failed = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, ...choice }] })}`;
    const reply = await readLines([chunk({ content: 'Half an ans' }), failed, 'data: [DONE]']);
    expect(reply.failure(undefined)).toMatchObject({
      failure: { code: 'model_error', message: expect.stringContaining(cause) as string },
      retry: true,
    });
  });

  it.each<[string, unknown]>([
    [
      'text parts',
      [
        { type: 'text', text: 'Hel' },
        { type: 'text', text: 'lo' },
      ],
    ],
    ['parts without a type', [{ text: 'Hello' }]],
    ['texts', ['Hel', 'lo']],
    [
      'thinking beside text',
      [
        { type: 'thinking', thinking: [{ type: 'text', text: 'SECRET' }] },
        { type: 'text', text: 'Hello' },
      ],
    ],
    [
      'reasoning beside text',
      [
        { type: 'reasoning', text: 'SECRET' },
        { type: 'text', text: 'Hello' },
      ],
    ],
  ])('reads a content that is a list of %s, and no thinking', async (_what, content) => {
    const reply = await readLines([chunk({ content }), ...DONE]);
    expect([reply.content, reply.failure(undefined)]).toEqual(['Hello', undefined]);
  });

  it.each([
    'error: {"code":500,"message":"the context is full","type":"server_error"}',
    'error: {"error":{"message":"the context is full"}}',
    'error: the context is full',
    'data: {"error":{"message":"the context is full"}}',
  ])('tells the cause of an error that comes as %s', async (line) => {
    const reply = await readLines([chunk({ content: 'So' }), line]);
    expect(reply.failure(undefined)?.failure).toMatchObject({
      code: 'model_error',
      message: expect.stringContaining('the context is full') as string,
    });
  });

  it.each([
    '<tool_call>\n{"name": "search", "arguments": {"city": "Oslo"}}\n</tool_call>',
    'Let me look. [TOOL_CALLS][{"name":"search","arguments":{}}]',
    '<function=search>{"city": "Oslo"}</function>',
    '<|python_tag|>{"name": "search"}',
    '<|tool_call|>search',
    '<｜tool▁calls▁begin｜>search',
  ])('does not take a tool call that is left in the text for an answer: %s', async (text) => {
    const reply = await readLines([chunk({ content: text }), ...DONE], { tools });
    expect(reply.failure(undefined)).toMatchObject({
      failure: { code: 'tool_call_as_text', message: expect.stringContaining('tool_mode') as string },
      retry: false,
    });
    expect((await readLines([chunk({ content: text }), ...DONE])).failure(undefined)).toBeUndefined();
  });

  it('takes an answer that explains such a call in code for an answer', async () => {
    const text = 'Write `<tool_call>{}</tool_call>`, or:\n```\n<function=search>{}</function>\n```';
    expect((await readLines([chunk({ content: text }), ...DONE], { tools })).failure(undefined)).toBeUndefined();
  });
});

describe('dialects of model servers: errors', () => {
  /** The failure of a request that is answered with this status and body. */
  async function failureOf(status: number, body: string, type = 'application/json') {
    const answer = new Response(body, { status, headers: { 'content-type': type } });
    const request = withReadableErrors(() => Promise.resolve(answer));
    const client = new OpenAI({ apiKey: 'k', baseURL: 'http://127.0.0.1:9/v1', maxRetries: 0, fetch: request });
    try {
      await client.chat.completions.create({ model: 'm', messages: [] });
    } catch (error) {
      return failedAttempt(error, { started: false, now: 0 });
    }
    throw new Error('it was answered');
  }
  const json = JSON.stringify;

  it('does not try again where the account has no money left', async () => {
    const error = {
      message: 'You exceeded your current quota',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    };
    expect(await failureOf(429, json({ error }))).toMatchObject({ retry: false, failure: { code: 'rate_limited' } });
    expect(await failureOf(429, json({ error: { message: 'slow down' } }))).toMatchObject({ retry: true });
  });

  it.each([
    { error: { code: 429, message: 'busy', details: [{ '@type': 'x' }, { retryDelay: '1.5s' }] } },
    [{ error: { code: 429, message: 'busy', details: [{ retryDelay: '1.5s' }] } }],
  ])('waits as long as the body of Google says: %j', async (body) => {
    expect(await failureOf(429, json(body))).toMatchObject({ retry: true, retry_after_ms: 1_500 });
  });

  it('says that the content filter of Azure refused the prompt', async () => {
    const error = { message: 'The response was filtered', code: 'content_filter', param: 'prompt' };
    expect(await failureOf(400, json({ error }))).toMatchObject({ failure: { code: 'refused' }, retry: false });
  });

  it.each<[string, string, string]>([
    [
      'a page',
      '<!DOCTYPE html><html><head><style>a{}</style><title>502</title></head><body><h1>Bad Gateway</h1><p>nginx</p></body></html>',
      'answered 502: a web page: 502 Bad Gateway nginx',
    ],
    ['detail as a text', json({ detail: 'model not loaded' }), 'answered 502: model not loaded'],
    [
      'detail as a list',
      json({ detail: [{ loc: ['body', 'top_p'], msg: 'too large' }, { msg: 'no' }] }),
      'answered 502: body.top_p: too large; no',
    ],
    ['a list of errors', json([{ error: { message: 'first' } }]), 'answered 502: first'],
  ])('says what stands in %s', async (_what, body, message) => {
    expect((await failureOf(502, body)).failure.message).toContain(message);
  });
});

describe('a parameter that a server rejected', () => {
  it('is sent again after ten minutes: another server behind a router may take it', () => {
    let now = 0;
    const refusals = new RefusedParameters(() => now);
    const said = 'stream_options is not supported';
    const error = new OpenAI.BadRequestError(400, { message: said }, said, new Headers());
    expect(refusals.learn('m', error, { stream_options: {} })).toBe(true);
    expect([refusals.allows('m', 'stream_options'), refusals.allows('n', 'stream_options')]).toEqual([false, true]);
    now = 600_001;
    expect(refusals.allows('m', 'stream_options')).toBe(true);
  });
});
