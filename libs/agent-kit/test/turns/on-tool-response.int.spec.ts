import {
  AgentStep,
  ToolRequest,
  ToolResponse,
  type AgentResponseV1,
  type Draft,
  type Envelope,
  type ToolDefV1,
} from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { Pool } from './start-executor';

const echo: ToolDefV1 = {
  name: 'echo',
  description: 'Says it again.',
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
};
const calling = (...texts: readonly string[]) => ({
  calls: texts.map((text, n) => ({ id: `c${n}`, name: 'echo', arguments: { text } })),
});

let pool: Pool;
beforeEach(async () => void (pool = await Pool.open()));
afterEach(() => pool.close());

const answered = (count = 1): Promise<Draft<AgentResponseV1>[]> =>
  eventually(() => (pool.store.responses.length >= count ? pool.store.responses : null), { withinMs: 10_000 });
const messages = (call: number) => pool.model.calls[call]?.body.messages ?? [];

describe('a turn with tools', () => {
  it('writes a step with its requests in one commit, waits, and answers once all results are there', async () => {
    await pool.executor();
    pool.model.next({ say: 'Let me see.', ...calling('a', 'b') }, { say: 'It is ab.' });
    const turn = await pool.store.leave({ tools: [echo], audience: ['assistant'] });
    const [response] = await answered();
    expect(pool.store.commits).toEqual([[AgentStep.name, ToolRequest.name, ToolRequest.name], [response?.schema_name]]);
    expect(pool.model.calls[0]?.body['tools']).toMatchObject([{ function: { name: 'echo', parameters: echo.input } }]);
    expect(messages(1).slice(-3)).toMatchObject([
      { role: 'assistant', content: 'Let me see.', tool_calls: [{ id: 'c0' }, { id: 'c1' }] },
      { role: 'tool', tool_call_id: 'c0', content: 'echo gave {"text":"a"}' },
      { role: 'tool', tool_call_id: 'c1', content: 'echo gave {"text":"b"}' },
    ]);
    const [step] = pool.store.all(AgentStep);
    const requests = pool.store.all(ToolRequest);
    expect(step).toMatchObject({ audience: ['assistant'], context: { content: 'Let me see.', step: 1 } });
    expect(requests.map(({ cause, context }) => [cause?.id, context.turn.id, context.reply_to])).toEqual(
      requests.map(() => [step?.id, turn, 'pool']),
    );
    expect(response?.context).toMatchObject({ action: 'speak', content: 'It is ab.', steps: 1, tool_calls: 2 });
    expect(response?.context.usage?.prompt_tokens).toBeGreaterThan(step?.context.usage?.prompt_tokens ?? 0);
  });

  it('asks the model once for each step, however often and in whatever order results are delivered', async () => {
    await Promise.all([pool.executor(), pool.executor()]);
    pool.model.otherwise((_, n) => (n <= 3 ? calling(`${n}a`, `${n}b`, `${n}c`) : { say: 'Done.' }));
    await pool.store.leave({ tools: [echo] });
    await answered();
    await Promise.all(pool.store.all(ToolRequest).map((request) => pool.store.giveAgain(request)));
    const asked = pool.store.claimsAsked;
    await eventually(() => pool.store.claimsAsked >= asked + 9);
    expect(pool.model.calls).toHaveLength(4);
    expect(pool.store.responses).toHaveLength(1);
    expect(pool.store.all(AgentStep).map(({ context }) => context.step)).toEqual([1, 2, 3]);
  });

  it('can be continued by any other executor', async () => {
    const first = await pool.executor();
    pool.store.answering = () => null;
    pool.model.next(calling('a'), { say: 'From another.' });
    await pool.store.leave({ tools: [echo] });
    const [request] = await eventually(() =>
      pool.store.all(ToolRequest).length > 0 ? pool.store.all(ToolRequest) : null,
    );
    await first.close();
    await pool.executor();
    if (request) await pool.store.give(request, { text: 'A' });
    expect((await answered())[0]?.context).toMatchObject({ content: 'From another.', steps: 1 });
    expect(pool.model.calls).toHaveLength(2);
  });

  it('tells the model about calls that are not allowed, and requests nothing for them', async () => {
    await pool.executor();
    pool.model.next(
      {
        calls: [
          { name: 'rm', arguments: {} },
          { name: 'echo', arguments: '{"text": oops' },
        ],
      },
      { say: 'I cannot.' },
    );
    await pool.store.leave({ tools: [echo] });
    await answered();
    expect(pool.store.all(ToolRequest)).toEqual([]);
    const [step] = pool.store.all(AgentStep);
    expect(step?.context.calls.map(({ error }) => error?.code)).toEqual(['not_granted', 'invalid_input']);
    expect(
      messages(1)
        .slice(-2)
        .map(({ role, content }) => [role, content]),
    ).toEqual([
      ['tool', 'There is no tool "rm" that you may call. Your tools: echo.'],
      ['tool', "The arguments are not valid JSON: send one JSON object that fits the tool's schema."],
    ]);
  });

  it('is read completely, however many steps it has', async () => {
    await pool.executor();
    pool.model.otherwise((_, n) => (n <= 10 ? calling(`${n}`) : { say: 'Done.' }));
    await pool.store.leave({ tools: [echo], definition: { limits: { tool_rounds: 12 } } });
    expect((await answered())[0]?.context).toMatchObject({ content: 'Done.', steps: 10, tool_calls: 10 });
    expect(messages(10).filter(({ role }) => role === 'tool')).toHaveLength(10);
    expect(pool.model.calls).toHaveLength(11);
  });

  it('does not wait for an erased request, and tells the model about it', async () => {
    await pool.executor();
    pool.store.answering = () => null;
    pool.model.next(calling('a', 'b'), { say: 'Half of it.' });
    await pool.store.leave({ tools: [echo] });
    const [a, b] = await eventually(() =>
      pool.store.all(ToolRequest).length > 1 ? pool.store.all(ToolRequest) : null,
    );
    if (a && b) {
      pool.store.erase(a as unknown as Envelope);
      await pool.store.give(b, { text: 'B' });
    }
    expect((await answered())[0]?.context.content).toBe('Half of it.');
    expect(
      messages(1)
        .slice(-2)
        .map(({ content }) => content),
    ).toEqual(['This request was erased before it was answered.', 'B']);
  });

  it('ends with a visible error when a tool result was erased', async () => {
    await pool.executor();
    pool.store.answering = () => null;
    pool.model.next(calling('a', 'b'));
    await pool.store.leave({ tools: [echo] });
    const [a, b] = await eventually(() =>
      pool.store.all(ToolRequest).length > 1 ? pool.store.all(ToolRequest) : null,
    );
    if (a && b) {
      await pool.store.give(a, { text: 'A' });
      for (const result of pool.store.all(ToolResponse)) pool.store.erase(result as unknown as Envelope);
      await pool.store.give(b, { text: 'B' });
    }
    expect((await answered())[0]?.context).toMatchObject({ action: 'error', error: { code: 'erased' } });
    expect(pool.model.calls).toHaveLength(1);
  });

  it('tells the model about a tool’s error', async () => {
    await pool.executor();
    pool.store.answering = () => ({
      status: 'error',
      text: 'It is broken.',
      error: { code: 'failed', message: 'It is broken.' },
    });
    pool.model.next(calling('a'), { say: 'Alas.' });
    await pool.store.leave({ tools: [echo] });
    await answered();
    expect(messages(1).at(-1)).toMatchObject({ role: 'tool', content: 'It is broken.' });
  });
});
