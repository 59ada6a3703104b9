import { OpenAiModel } from '../src';
import {
  HOSTED_MODEL_LIMITS,
  type ModelListener,
  type ModelProfile,
  type ModelReply,
  type ModelRequest,
} from '@crumbtrail/prompting';
import { scriptedModel, type ScriptedModel } from '@crumbtrail/testing';

const KEY = 'sk-secret-0123456789abcdef';
const request: ModelRequest = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Alice: hi' },
  ],
};

class Heard implements ModelListener {
  readonly log: string[] = [];
  attempt(attempt: number): void {
    this.log.push(`#${attempt}`);
  }
  text(piece: string): void {
    this.log.push(piece);
  }
}

describe('OpenAiModel', () => {
  let server: ScriptedModel;
  let heard: Heard;

  beforeEach(async () => {
    server = await scriptedModel();
    heard = new Heard();
  });
  afterEach(() => server.close());

  const profile = (over: Partial<ModelProfile> = {}): ModelProfile => ({
    base_url: server.base_url,
    name: 'small-model',
    key: KEY,
    ...HOSTED_MODEL_LIMITS,
    max_wait_ms: 2_000,
    ...over,
  });
  const ask = (over: Partial<ModelProfile> = {}, signal = new AbortController().signal): Promise<ModelReply> =>
    new OpenAiModel(profile(over)).generate(request, heard, signal);

  it('streams the reply in pieces and returns the usage as billed', async () => {
    server.next({ say: 'It is forty two.', usage: { prompt_tokens: 11, completion_tokens: 5 } });
    expect(await ask()).toEqual({
      content: 'It is forty two.',
      shown: 'It is forty two.',
      model: 'small-model',
      attempts: 1,
      finish_reason: 'stop',
      usage: { prompt_tokens: 11, completion_tokens: 5 },
    });
    expect(heard.log).toEqual(['#1', 'It ', 'is ', 'forty ', 'two.']);
    const { body, headers } = server.calls[0] as (typeof server.calls)[0];
    expect(body).toMatchObject({
      model: 'small-model',
      stream: true,
      stream_options: { include_usage: true },
      messages: request.messages,
    });
    expect(headers['authorization']).toBe(`Bearer ${KEY}`);
  });

  it.each([
    [60, 60],
    [999, 100],
  ])('returns %p tokens that the provider had cached as %p of the 100 that it bills', async (said, cached) => {
    const usage = { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: said } };
    server.next({ say: 'fine', usage });
    expect((await ask()).usage).toEqual({ prompt_tokens: 100, cached_tokens: cached, completion_tokens: 5 });
  });

  it('does not count cached tokens that are no number', async () => {
    const usage = { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 'many' } };
    server.next({ say: 'fine', usage });
    expect((await ask()).usage).toEqual({ prompt_tokens: 100, completion_tokens: 5 });
  });

  it('marks the end of the system message for the provider’s cache where its capabilities or the request say so', async () => {
    const marked = [
      { role: 'system', content: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }] },
      request.messages[1],
    ];
    await ask({ can: { cache_control: true } });
    const signal = new AbortController().signal;
    const model = new OpenAiModel(profile({ can: { cache_control: true } }));
    await model.generate({ ...request, cache_control: false }, heard, signal);
    await new OpenAiModel(profile()).generate({ ...request, cache_control: true }, heard, signal);
    expect(server.calls.map(({ body }) => body.messages)).toEqual([marked, request.messages, marked]);
  });

  it('repeats a request without the mark when a server rejects it, and remembers that', async () => {
    server.otherwise(({ body }) =>
      JSON.stringify(body).includes('cache_control')
        ? { status: 400, message: "messages.0.content: unknown field 'cache_control'" }
        : { say: 'fine' },
    );
    const model = new OpenAiModel(profile({ can: { cache_control: true } }));
    const signal = new AbortController().signal;
    expect(await model.generate(request, heard, signal)).toMatchObject({ content: 'fine', attempts: 1 });
    expect(await model.generate(request, heard, signal)).toMatchObject({ content: 'fine' });
    expect(server.calls).toHaveLength(3);
  });

  it('accepts a server that reports no usage', async () => {
    server.next({ say: 'fine', usage: 'none' });
    const reply = await ask();
    expect(reply).toMatchObject({ content: 'fine', finish_reason: 'stop' });
    expect(reply.usage).toBeUndefined();
  });

  it('sends no key when the configured one is empty, as an empty secret file makes it', async () => {
    expect(await ask({ key: '' })).toMatchObject({ content: 'ok' });
    expect(server.calls[0]?.headers['authorization']).toBeUndefined();
  });

  it('repeats a request without stream_options when a server rejects them, and remembers that', async () => {
    server.otherwise(({ body }) =>
      body.stream_options
        ? { status: 400, message: "Unrecognized request argument 'stream_options'" }
        : { say: 'fine' },
    );
    const model = new OpenAiModel(profile());
    const signal = new AbortController().signal;
    expect(await model.generate(request, heard, signal)).toMatchObject({ content: 'fine', attempts: 1 });
    expect(await model.generate(request, heard, signal)).toMatchObject({ content: 'fine' });
    expect(server.calls).toHaveLength(3);
  });

  it('accepts a whole completion from a server that does not stream', async () => {
    const choices = [{ index: 0, message: { role: 'assistant', content: 'whole' }, finish_reason: 'stop' }];
    server.next({ type: 'application/json', body: JSON.stringify({ model: 'other', choices }) });
    expect(await ask()).toMatchObject({ content: 'whole', model: 'other', finish_reason: 'stop' });
    expect(heard.log).toEqual(['#1', 'whole']);
  });

  it('sends the definition’s model, temperature and output limit', async () => {
    await new OpenAiModel(profile()).generate(
      { ...request, model: 'big-model', temperature: 0.25, max_output_tokens: 77 },
      heard,
      new AbortController().signal,
    );
    expect(server.calls[0]?.body).toMatchObject({ model: 'big-model', temperature: 0.25, max_tokens: 77 });
  });

  it('sends no key, organisation or custom header that is not configured, regardless of the environment', async () => {
    const before = { ...process.env };
    Object.assign(process.env, {
      OPENAI_API_KEY: KEY,
      OPENAI_ORG_ID: 'org-leak',
      OPENAI_PROJECT_ID: 'proj-leak',
      OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
    });
    try {
      await ask({ key: undefined });
    } finally {
      process.env = before;
    }
    const headers = server.calls[0]?.headers ?? {};
    expect(headers['authorization']).toBeUndefined();
    expect(JSON.stringify(headers)).not.toMatch(/leak|secret/);
  });

  it('retries after 429 no sooner than Retry-After allows, and restarts the text', async () => {
    server.next({ status: 429, retry_after: 1 }, { say: 'late' });
    expect(await ask()).toMatchObject({ content: 'late', attempts: 2 });
    const [first, second] = server.calls;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
    expect(heard.log).toEqual(['#1', '#2', 'late']);
  });

  it('gives up immediately when the server asks for a longer wait than configured', async () => {
    server.next({ status: 429, retry_after: 3600, message: 'quota' });
    expect(await ask()).toMatchObject({
      attempts: 1,
      failure: { code: 'rate_limited', message: expect.stringContaining('429: quota') as string },
    });
    expect(server.calls).toHaveLength(1);
  });

  it('retries after a 5xx, and reports when every attempt failed', async () => {
    server.otherwise({ status: 503, retry_after: 0, message: 'down' });
    expect(await ask({ max_attempts: 3 })).toMatchObject({
      attempts: 3,
      content: '',
      failure: { code: 'model_error' },
    });
    expect(server.calls).toHaveLength(3);
  });

  it('does not repeat a request that the server calls invalid', async () => {
    server.otherwise({ status: 401, message: `Incorrect API key provided: ${KEY}` });
    const reply = await ask();
    expect(reply).toMatchObject({
      attempts: 1,
      failure: { code: 'model_error', message: expect.stringContaining('401') as string },
    });
    expect(JSON.stringify(reply)).not.toContain(KEY);
  });

  it('restarts after a disconnect in the middle of a reply', async () => {
    server.next({ say: 'one two three', after: 2, ending: 'disconnect' }, { say: 'four' });
    expect(await ask()).toMatchObject({ content: 'four', attempts: 2 });
    expect(heard.log).toEqual(['#1', 'one ', 'two ', '#2', 'four']);
  });

  it('stops immediately when its signal is aborted, and rejects with the signal’s reason', async () => {
    server.otherwise({ say: 'one two', after: 1, ending: 'stall' });
    const off = new AbortController();
    const asked = ask({}, off.signal);
    const listener = heard;
    listener.text = () => off.abort(new Error('no longer needed'));
    await expect(asked).rejects.toThrow('no longer needed');
    expect(server.calls).toHaveLength(1);
  });

  it('does not wait for another attempt once its signal is aborted', async () => {
    server.otherwise({ status: 429, retry_after: 2 });
    const off = new AbortController();
    const asked = ask({}, off.signal);
    const check = setInterval(() => server.calls.length === 1 && off.abort(new Error('enough')), 5);
    await expect(asked).rejects.toThrow('enough');
    clearInterval(check);
    expect(server.calls).toHaveLength(1);
  });
});
