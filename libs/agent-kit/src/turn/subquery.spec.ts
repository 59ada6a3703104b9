import type { SubqueryRequest } from '@crumbtrail/contracts';
import { evolve, stepsCost, turnUsage, writtenTokens, type ModelReply, type Turn } from '@crumbtrail/prompting';
import { aDefinition, aResult, aStep, aTool, aTurn } from '@crumbtrail/prompting/test';
import { decideTurn } from './decide';
import { askShorter, buildSubquery, choosePictures, refuseSubquery, takeAnswer, trimAnswer } from './subquery';

const ASKING = aTool('subquery', { permissions: ['model'] });
const asked = (more: Partial<SubqueryRequest> = {}): SubqueryRequest => ({
  workspace: 'w',
  turn: 't',
  position: 1,
  step: 1,
  ordinal: 0,
  kind: 'fork',
  type: 'question',
  request: 'Why?',
  ...more,
});
const input = (turn: Turn, more: Partial<SubqueryRequest> = {}) => ({
  turn,
  asked: asked(more),
  context_window: 32_768,
});
const reply = (content: string, more: Partial<ModelReply> = {}): ModelReply => ({
  content,
  model: 'm',
  attempts: 1,
  ...more,
});

/** A turn whose first step asks this many subqueries. */
function asking(calls: number, turn = aTurn({ tools: [ASKING] })): Turn {
  const step = aStep(1, {
    calls: Array.from({ length: calls }, (_, ordinal) => ({
      ordinal,
      tool: 'subquery',
      input: { request: `${ordinal}?` },
    })),
  });
  return evolve(turn, { kind: 'step', step });
}

const sentBy = (turn: Turn) => {
  const decision = decideTurn(turn, {});
  return decision.do === 'ask' ? decision.request : undefined;
};

describe('a fork', () => {
  it.each(['native', 'json', 'tags', 'none'] as const)(
    'in the mode %s begins with the messages and tools of the call that asks, and offers no call',
    (tool_mode) => {
      const before = aTurn({ tools: [ASKING], definition: { tool_mode } });
      const built = buildSubquery(input(asking(1, before)), {});
      if ('error' in built) throw new Error(built.error.message);
      const sent = sentBy(before);
      expect(built.request.messages.slice(0, -1)).toEqual(sent?.messages);
      expect(built.request.tools).toEqual(sent?.tools);
      expect(built.request.tool_choice).toBe(sent?.tools ? 'none' : undefined);
      expect(built.request).not.toHaveProperty('shape');
      expect(built.request).not.toHaveProperty('streamFilter');
      expect(built.request.max_output_tokens).toBe(1_000);
    },
  );

  it('of a later step holds the steps before it with their results', () => {
    const first = aStep(1, { calls: [{ ordinal: 0, tool: 'echo', input: { text: 'a' } }] });
    const begun = evolve(aTurn({ tools: ['echo', ASKING] }), { kind: 'step', step: first });
    const response = aResult(begun, { step: 1, ordinal: 0 }, { text: 'EARLIER' });
    const before = evolve(begun, { kind: 'result', response });
    const second = aStep(2, { calls: [{ ordinal: 0, tool: 'subquery', input: { request: 'Why?' } }] });
    const turn = evolve(before, { kind: 'step', step: second });
    const built = buildSubquery(input(turn, { step: 2 }), {});
    if ('error' in built) throw new Error(built.error.message);
    expect(built.request.messages.slice(0, -1)).toEqual(sentBy(before)?.messages);
    expect(JSON.stringify(built.request.messages)).toContain('EARLIER');
  });

  it('does not hold the step that asks, nor results of the calls beside it', () => {
    const turn = asking(2);
    const told = evolve(turn, { kind: 'result', response: aResult(turn, { step: 1, ordinal: 0 }, { text: 'BESIDE' }) });
    expect(JSON.stringify(buildSubquery(input(told, { ordinal: 1 }), {}))).not.toContain('BESIDE');
  });
});

it('a fresh subquery, and one of another agent, hold no message of the turn', () => {
  const turn = asking(1);
  const fresh = buildSubquery(input(turn, { kind: 'fresh' }), {});
  const other = aDefinition({ agent: 'bob', prompt: 'You are Bob.', model: { name: 'bobs-model' } });
  const bob = buildSubquery({ ...input(turn, { kind: 'agent', agent: 'bob' }), other }, {});
  expect(JSON.stringify([fresh, bob])).not.toContain('Alice: what is it');
  expect(bob).toMatchObject({
    request: { model: 'bobs-model', messages: [{ role: 'system', content: 'You are Bob.' }, { role: 'user' }] },
  });
  expect(buildSubquery(input(turn, { kind: 'agent', agent: 'zoe' }), {})).toMatchObject({
    error: { code: 'unknown_member' },
  });
});

describe('pictures of a subquery', () => {
  const eve = aDefinition({ agent: 'eve', model: { vision: true } });
  const file = { hash: 'sha256:a', name: 'cat.png', type: 'image/png', width: 512, height: 512 };

  it('are those of the message that fit into a quarter of the window of the answering model', () => {
    expect(choosePictures([file, { ...file, type: 'text/plain' }], eve, 32_768)).toMatchObject({
      pictures: [{ name: 'cat.png', shown: true, tokens: 255 }],
    });
    expect(choosePictures([file, file], eve, 1_200)).toMatchObject({ pictures: [{ shown: true }, { shown: false }] });
  });

  const bob = aDefinition({ agent: 'bob' });
  it.each([
    ['no_vision', choosePictures([file], bob, 32_768), 'bob sees no pictures'],
    ['no_pictures', choosePictures([], eve, 32_768), 'holds no picture'],
    ['too_large', choosePictures([file], eve, 400), 'fits into the window'],
  ])('are refused with %s', (code, chosen, message) => {
    expect(chosen).toMatchObject({ error: { code, message: expect.stringContaining(message) as string } });
  });

  it('stand on the last message, and take their tokens from the window', () => {
    const turn = asking(1);
    const shown = [{ name: 'cat.png', type: 'image/png', data: 'AAAA' }];
    const given = { ...input(turn, { kind: 'agent', agent: 'eve' }), other: eve };
    expect(buildSubquery({ ...given, pictures: { shown, tokens: 255 } }, {})).toMatchObject({
      request: { messages: [{ role: 'system' }, { role: 'user', pictures: shown }] },
    });
    expect(buildSubquery({ ...given, pictures: { shown, tokens: 32_000 } }, {})).toMatchObject({
      error: { code: 'too_large' },
    });
  });
});

it('a subquery that does not fit into the window is an error that says so', () => {
  const turn = aTurn({ tools: [ASKING], formatted: 'word '.repeat(5_000) });
  expect(buildSubquery({ ...input(asking(1, turn)), context_window: 2_000 }, {})).toMatchObject({
    error: { code: 'too_large', message: expect.stringContaining('context `none`') as string },
  });
});

describe('a turn is refused', () => {
  it('the subqueries above its limit, by the place of the call, however many are answered', () => {
    const turn = asking(3, aTurn({ tools: [ASKING], definition: { limits: { subqueries: 2 } } }));
    expect(refuseSubquery(turn, asked({ ordinal: 1 }))).toBeUndefined();
    expect(refuseSubquery(turn, asked({ ordinal: 2 }))).toMatchObject({ error: { code: 'subquery_limit' } });
  });

  it('a subquery once its trail has used its tokens, which subqueries count towards', () => {
    const before = aTurn({ tools: [ASKING], definition: { limits: { trail_tokens: 100 } } });
    const turn = asking(2, before);
    expect(refuseSubquery(turn, asked())).toBeUndefined();
    const model_calls = [{ usage: { prompt_tokens: 90, completion_tokens: 10, cost_usd: 0.5 } }];
    const response = aResult(turn, { step: 1, ordinal: 0 }, { model_calls });
    const after = evolve(turn, { kind: 'result', response });
    expect(refuseSubquery(after, asked({ ordinal: 1 }))).toMatchObject({ error: { code: 'trail_tokens' } });
    expect(turnUsage(after).usage).toMatchObject({ prompt_tokens: 90, completion_tokens: 10, cost_usd: 0.5 });
    expect(stepsCost(after).dollars).toBe(0.5);
    expect(writtenTokens(after)).toBe(writtenTokens(turn) + 10);
  });
});

describe('the answer of a subquery', () => {
  const of = (tool_mode: 'native' | 'json' | 'tags', text: string, more: Partial<ModelReply> = {}) =>
    takeAnswer(input(aTurn({ tools: [ASKING], definition: { tool_mode } })), reply(text, more));

  it('is the text, also in the form of the mode', () => {
    expect(of('native', ' Red. ')).toEqual({ answer: 'Red.' });
    expect(of('tags', '<speak>Red.</speak>')).toEqual({ answer: 'Red.' });
    expect(of('tags', 'Red.')).toEqual({ answer: 'Red.' });
    expect(of('json', '{"message":"Red."}')).toEqual({ answer: 'Red.' });
    expect(of('json', 'Red.')).toEqual({ answer: 'Red.' });
  });

  it('is an error where the model calls a tool, in any mode', () => {
    const calls = [{ id: 'c', name: 'subquery', arguments: '{"text":"a"}' }];
    expect(of('native', '', { calls })).toMatchObject({ error: { code: 'no_tools' } });
    expect(takeAnswer(input(aTurn(), { kind: 'fresh' }), reply('So.', { calls }))).toMatchObject({
      error: { code: 'no_tools' },
    });
    expect(of('tags', '<subquery>a</subquery>')).toMatchObject({ error: { code: 'no_tools' } });
    const called = '{"message":"","tool_requests":[{"tool":"subquery","input":{"text":"a"}}]}';
    expect(of('json', called)).toMatchObject({ error: { code: 'no_tools' } });
  });

  it('is an error where the model failed', () => {
    const failure = { code: 'timeout', message: 'Too slow.' } as const;
    expect(of('native', 'Re', { failure })).toEqual({ error: failure });
  });

  it('is asked for once more, then trimmed, above its limit of words', () => {
    const built = { request: { messages: [] } };
    expect(askShorter(built, asked({ max_words: 3 }), 'One two three.')).toBeUndefined();
    expect(askShorter(built, asked({ max_words: 2 }), 'One two three.')?.messages).toEqual([
      { role: 'assistant', content: 'One two three.' },
      { role: 'user', content: 'That answer has 3 words. Write it again in at most 2 words.' },
    ]);
    expect(trimAnswer('One two three.', 2)).toEqual({ answer: 'One two …', omitted: 1 });
    expect(trimAnswer('One two three.', undefined)).toEqual({ answer: 'One two three.', omitted: 0 });
  });
});
