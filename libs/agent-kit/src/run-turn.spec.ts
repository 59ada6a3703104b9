import { AgentResponse, validateContext, type AgentDefV1 } from '@crumbtrail/contracts';
import type { ModelListener, ModelReply, ModelRequest } from './model';
import { MAX_REPLY_BYTES, runTurn, type TurnPorts } from './run-turn';

const TURN = '0197a6d0-0000-7000-8000-000000000003';
const CONTEXT = '0197a6d0-0000-7000-8000-000000000004';
const silent: ModelListener = { attempt: () => undefined, text: () => undefined };

const definition = (over: Partial<AgentDefV1> = {}): AgentDefV1 => ({
  agent: 'assistant',
  prompt: 'You help.',
  persona: 'You are dry.',
  subscriptions: [{ schema: 'user.message.v1' }],
  ...over,
});

function given(reply: Partial<ModelReply>, more: Partial<TurnPorts> = {}) {
  const asked: ModelRequest[] = [];
  let now = 1000;
  const ports: TurnPorts = {
    model: {
      description: 'told',
      generate: async (request) => {
        asked.push(request);
        now += 250;
        return { content: '', model: 'm', attempts: 1, finish_reason: 'stop', ...reply };
      },
    },
    listener: silent,
    clock: () => now,
    countTokens: (text) => text.split(' ').length,
    ...more,
  };
  const run = (over: Partial<AgentDefV1> = {}) =>
    runTurn(
      { turn_id: TURN, context_id: CONTEXT, definition: definition(over), formatted: 'Alice: what is it' },
      ports,
      new AbortController().signal,
    );
  return { run, asked };
}

describe('a plain turn', () => {
  it('sends prompt and persona as system message and the formatted context as it stands', async () => {
    const { run, asked } = given({ content: 'It is 42.' });
    await run({ model: { name: 'big', temperature: 0.5, max_output_tokens: 9 } });
    expect(asked).toEqual([
      {
        messages: [
          { role: 'system', content: 'You help.\n\nYou are dry.' },
          { role: 'user', content: 'Alice: what is it' },
        ],
        model: 'big',
        temperature: 0.5,
        max_output_tokens: 9,
      },
    ]);
  });

  it('ends in one response that holds content, both counts, cost, latency, model and finish reason', async () => {
    const { run } = given(
      { content: 'It is 42.', usage: { prompt_tokens: 100, completion_tokens: 10 }, attempts: 2 },
      { prices: { input: 2, output: 10 } },
    );
    expect(await run()).toEqual({
      turn: { id: TURN },
      context_id: CONTEXT,
      action: 'speak',
      content: 'It is 42.',
      usage: { counted_prompt_tokens: 8, prompt_tokens: 100, completion_tokens: 10, cost_usd: 0.0003 },
      finish_reason: 'stop',
      model: 'm',
      latency_ms: 250,
      attempts: 2,
    });
  });

  it('takes a definition’s own prices before the configured ones, and names no cost without billed tokens', async () => {
    const usage = { prompt_tokens: 1_000_000, completion_tokens: 0 };
    const dear = await given({ content: 'x', usage }, { prices: { input: 1, output: 1 } }).run({
      model: { prices: { input: 7, output: 7 } },
    });
    expect(dear.usage?.cost_usd).toBe(7);
    const unknown = await given({ content: 'x' }, { prices: { input: 1, output: 1 } }).run();
    expect(unknown.usage).toEqual({ counted_prompt_tokens: 8 });
  });

  it('makes a failed reply one visible error that keeps what was said', async () => {
    const { run } = given({
      content: 'Half a sent',
      finish_reason: 'length',
      failure: { code: 'cut_off', message: 'Too long.' },
    });
    expect(await run()).toMatchObject({
      action: 'error',
      content: 'Half a sent',
      finish_reason: 'length',
      error: { code: 'cut_off', message: 'Too long.' },
    });
  });

  it('leaves content out of an error when nothing was said', async () => {
    const response = await given({ failure: { code: 'unreachable', message: 'Gone.' } }).run();
    expect(response).not.toHaveProperty('content');
    expect(response.action).toBe('error');
  });

  it('calls a reply of nothing but blanks and U+0000 empty', async () => {
    expect(await given({ content: ' \u0000\n' }).run()).toMatchObject({
      action: 'error',
      error: { code: 'empty_reply' },
    });
  });

  it('leaves only text that a crumb may hold: no U+0000, no half surrogate pair, no more than fits', async () => {
    expect((await given({ content: 'a\u0000b\ud83dc' }).run()).content).toBe('ab\ufffdc');
    const long = await given({ content: '💧'.repeat(MAX_REPLY_BYTES / 2) }).run();
    expect(long).toMatchObject({ action: 'error', error: { code: 'cut_off' } });
    expect(Buffer.byteLength(long.content ?? '')).toBeLessThanOrEqual(MAX_REPLY_BYTES);
    expect(long.content?.endsWith('💧')).toBe(true);
  });

  it.each([
    { content: 'ok', usage: { prompt_tokens: 1, completion_tokens: 1 } },
    { content: 'part', failure: { code: 'disconnected', message: 'Gone.' } },
    { finish_reason: undefined, failure: { code: 'timeout', message: 'Late.' } },
  ] as const)('leaves what the contract allows: %j', async (reply) => {
    expect(validateContext(AgentResponse.name, await given(reply).run())).toEqual([]);
  });

  it('rejects only when it is called off', async () => {
    const reason = new Error('drained');
    const { run } = given({}, { model: { description: 'told', generate: () => Promise.reject(reason) } });
    await expect(run()).rejects.toBe(reason);
  });
});
