import { AgentResponse, validateContext, type AgentDefV1, type AgentResponseV1 } from '@crumbtrail/contracts';
import { aTurn, CONTEXT, TURN } from '@crumbtrail/prompting/test';
import { type ModelReply, replyCost, countRequestTokens } from '@crumbtrail/prompting';
import { decideTurn } from './decide';
import { MAX_REPLY_BYTES } from './endings';
import { takeReply } from './take-reply';

function asked(over: Partial<AgentDefV1> = {}) {
  const turn = aTurn({ definition: over });
  const decision = decideTurn(turn, {});
  if (decision.do !== 'ask') throw new Error('A plain turn asks its model');
  return { turn, request: decision.request };
}

function answered(reply: Partial<ModelReply>, over: Partial<AgentDefV1> = {}): AgentResponseV1 {
  const { turn, request } = asked(over);
  const whole = { content: '', model: 'm', attempts: 1, finish_reason: 'stop', ...reply };
  const cost = replyCost(whole.usage, turn.definition.model?.prices);
  const made = takeReply(turn, {
    reply: whole,
    measured: { counted: countRequestTokens(turn, request), latency: 250, cost },
  });
  if (made.kind !== 'end') throw new Error('A plain turn ends with its reply');
  return made.response;
}

describe('takeReply: a turn without tools', () => {
  it('sends prompt and persona as system message and the unchanged formatted context', () => {
    const model = { name: 'big', temperature: 0.5, max_output_tokens: 9 };
    expect(asked({ persona: 'You are dry.', model }).request).toEqual({
      messages: [
        { role: 'system', content: 'You help.\n\nYou are dry.' },
        { role: 'user', content: 'Alice: what is it' },
      ],
      model: 'big',
      temperature: 0.5,
      max_output_tokens: 9,
    });
  });

  it('ends with one response that has content, both token counts, cost, latency, model and finish reason', () => {
    const usage = { prompt_tokens: 100, completion_tokens: 10 };
    const model = { prices: { input: 2, output: 10 } };
    expect(answered({ content: 'It is 42.', usage, attempts: 2 }, { model })).toEqual({
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

  it('has no cost without billed tokens', () => {
    expect(answered({ content: 'x' }, { model: { prices: { input: 1, output: 1 } } }).usage).toEqual({
      counted_prompt_tokens: 8,
    });
  });

  it('turns a failed reply into one visible error that keeps the visible text, marked as partial', () => {
    const failure = { code: 'cut_off', message: 'Too long.' } as const;
    expect(
      answered({ content: '<think>hm</think>Half a sent', shown: 'Half a sent', finish_reason: 'length', failure }),
    ).toMatchObject({
      action: 'error',
      content: 'Half a sent',
      partial: true,
      finish_reason: 'length',
      error: { code: 'cut_off', message: 'Too long.' },
    });
  });

  it('leaves content out of an error when nothing was visible', () => {
    const response = answered({ failure: { code: 'unreachable', message: 'Gone.' } });
    expect(response.action).toBe('error');
    expect(response).not.toHaveProperty('content');
    expect(response).not.toHaveProperty('partial');
  });

  it('treats a reply of only blanks and U+0000 as empty', () => {
    expect(answered({ content: ' \u0000\n' })).toMatchObject({ action: 'error', error: { code: 'empty_reply' } });
  });

  it('stores only valid text: no U+0000, no half surrogate pair, no more than fits', () => {
    expect(answered({ content: 'a\u0000b\ud83dc' }).content).toBe('ab\ufffdc');
    const long = answered({ content: '💧'.repeat(MAX_REPLY_BYTES / 2) });
    expect(long).toMatchObject({ action: 'error', partial: true, error: { code: 'cut_off' } });
    expect(Buffer.byteLength(long.content ?? '')).toBeLessThanOrEqual(MAX_REPLY_BYTES);
    expect(long.content?.endsWith('💧')).toBe(true);
  });

  it.each([
    { content: 'ok', usage: { prompt_tokens: 1, completion_tokens: 1 } },
    { content: 'part', failure: { code: 'disconnected', message: 'Gone.' } },
    { finish_reason: undefined, failure: { code: 'timeout', message: 'Late.' } },
  ] as const)('produces a valid response: %j', (reply) => {
    expect(validateContext(AgentResponse.name, answered(reply))).toEqual([]);
  });

  it('tells an agent once that must plan before it speaks, and ends the turn the second time', () => {
    const measured = { counted: 1, latency: 1, cost: undefined };
    const spoken = { reply: { content: 'Once upon a time', model: 'm', attempts: 1 }, measured };
    const turn = aTurn({ tools: ['echo', 'plan'], must_plan: true });
    const told = takeReply(turn, spoken);
    expect(told).toMatchObject({ kind: 'step', step: { kind: 'repair', observation: { code: 'plan_first' } } });
    const [step] = told.kind === 'step' ? [told.step] : [];
    expect(takeReply({ ...turn, steps: step ? [step] : [] }, spoken)).toMatchObject({
      kind: 'end',
      response: { action: 'error', error: { code: 'plan_first' } },
    });
    expect(takeReply({ ...turn, must_plan: false }, spoken)).toMatchObject({ response: { action: 'speak' } });
  });

  it('requests no tool but plan for an agent that must plan', () => {
    const calls = ['echo', 'plan'].map((name) => ({ id: name, name, arguments: '{"text":"x"}' }));
    const reply = { content: '', model: 'm', attempts: 1, calls };
    const made = takeReply(aTurn({ tools: ['echo', 'plan'], must_plan: true }), {
      reply,
      measured: { counted: 1, latency: 1, cost: undefined },
    });
    expect(made.kind === 'step' && made.requests.map(({ tool }) => tool)).toEqual(['plan']);
  });

  it('counts the offered tools with the prompt', () => {
    const turn = aTurn({ tools: ['echo'] });
    const request = (tools: boolean) => ({
      messages: [],
      ...(tools && { tools: [{ name: 'a', description: 'b', parameters: {} }] }),
    });
    expect(countRequestTokens(turn, request(true))).toBeGreaterThan(countRequestTokens(turn, request(false)) + 5);
  });
});
