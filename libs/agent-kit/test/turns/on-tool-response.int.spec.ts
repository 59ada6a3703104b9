import { AgentStep, ToolRequest, ToolResponse } from '@crumbtrail/contracts';
import { eventually, TestStore } from '@crumbtrail/testing';
import { callEcho, echo, echoTool } from './echo-tool';
import { Pool } from './start-executor';

let store: TestStore;
let pool: Pool;
beforeAll(async () => void (store = await TestStore.start()));
afterAll(() => store.stop());
beforeEach(async () => void (pool = await Pool.open(store)));
afterEach(() => pool.close());

const messages = (call: number) => pool.model.calls[call]?.body.messages ?? [];

describe('a turn with tools', () => {
  it('writes a step with its requests in one commit, waits, and answers once all results are there', async () => {
    await pool.executor();
    await pool.toolRunner(echoTool);
    pool.model.next({ say: 'Let me see.', ...callEcho('a', 'b') }, { say: 'It is ab.' });
    const { id: turn } = await pool.scene.open({ tools: [echo], audience: ['assistant'] });
    const [response] = await pool.scene.answered();
    const schemas = pool.scene.commits().map((drafts) => drafts.map(({ schema_name }) => schema_name));
    expect(schemas).toEqual([[AgentStep.name, ToolRequest.name, ToolRequest.name], [response?.schema_name]]);
    expect(pool.model.calls[0]?.body['tools']).toMatchObject([{ function: { name: 'echo', parameters: echo.input } }]);
    expect(messages(1).slice(-3)).toMatchObject([
      { role: 'assistant', content: 'Let me see.', tool_calls: [{ id: 'c0' }, { id: 'c1' }] },
      { role: 'tool', tool_call_id: 'c0', content: 'echo gave {"text":"a"}' },
      { role: 'tool', tool_call_id: 'c1', content: 'echo gave {"text":"b"}' },
    ]);
    const [step] = await pool.scene.list(AgentStep);
    const requests = await pool.scene.list(ToolRequest);
    expect(step).toMatchObject({ audience: ['agent:assistant'], context: { content: 'Let me see.', step: 1 } });
    expect(requests.map(({ cause, context }) => [cause?.id, context.turn.id, context.reply_to])).toEqual(
      requests.map(() => [step?.id, turn, 'pool']),
    );
    expect(response?.context).toMatchObject({ action: 'speak', content: 'It is ab.', steps: 1, tool_calls: 2 });
    expect(response?.context.usage?.prompt_tokens).toBeGreaterThan(step?.context.usage?.prompt_tokens ?? 0);
  });

  it('asks the model once for each step, however often and in whatever order results are delivered', async () => {
    await Promise.all([pool.executor(), pool.executor()]);
    await pool.toolRunner(echoTool);
    pool.model.otherwise((_, n) => (n <= 3 ? callEcho(`${n}a`, `${n}b`, `${n}c`) : { say: 'Done.' }));
    await pool.scene.open({ tools: [echo] });
    await pool.scene.answered();
    const requests = await pool.scene.list(ToolRequest);
    const before = pool.scene.claims();
    await Promise.all(requests.map((request) => pool.scene.redeliverAnswer(request)));
    await eventually(() => pool.scene.claims() >= before + 9);
    expect(pool.model.calls).toHaveLength(4);
    expect(await pool.scene.answered()).toHaveLength(1);
    expect((await pool.scene.list(AgentStep)).map(({ context }) => context.step)).toEqual([1, 2, 3]);
  });

  it('can be continued by any other executor', async () => {
    const first = await pool.executor();
    pool.model.next(callEcho('a'), { say: 'From another.' });
    await pool.scene.open({ tools: [echo] });
    const [request] = await pool.scene.whenThere(ToolRequest);
    await first.close();
    await pool.executor();
    if (request) await pool.scene.give(request, { text: 'A' });
    expect((await pool.scene.answered())[0]?.context).toMatchObject({ content: 'From another.', steps: 1 });
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
    await pool.scene.open({ tools: [echo] });
    await pool.scene.answered();
    expect(await pool.scene.list(ToolRequest)).toEqual([]);
    const [step] = await pool.scene.list(AgentStep);
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
    await pool.toolRunner(echoTool);
    pool.model.otherwise((_, n) => (n <= 10 ? callEcho(`${n}`) : { say: 'Done.' }));
    await pool.scene.open({ tools: [echo], definition: { limits: { tool_rounds: 12 } } });
    expect((await pool.scene.answered())[0]?.context).toMatchObject({ content: 'Done.', steps: 10, tool_calls: 10 });
    expect(messages(10).filter(({ role }) => role === 'tool')).toHaveLength(10);
    expect(pool.model.calls).toHaveLength(11);
  });

  it('does not wait for an erased request, and tells the model about it', async () => {
    await pool.executor();
    pool.model.next(callEcho('a', 'b'), { say: 'Half of it.' });
    await pool.scene.open({ tools: [echo] });
    const [a, b] = await pool.scene.whenThere(ToolRequest, 2);
    if (a && b) {
      await pool.scene.erase(a);
      await pool.scene.give(b, { text: 'B' });
    }
    expect((await pool.scene.answered())[0]?.context.content).toBe('Half of it.');
    expect(
      messages(1)
        .slice(-2)
        .map(({ content }) => content),
    ).toEqual(['This request was erased before it was answered.', 'B']);
  });

  it('ends with a visible error when a tool result was erased', async () => {
    await pool.executor();
    pool.model.next(callEcho('a', 'b'));
    await pool.scene.open({ tools: [echo] });
    const [a, b] = await pool.scene.whenThere(ToolRequest, 2);
    if (a && b) {
      await pool.scene.give(a, { text: 'A' });
      for (const result of await pool.scene.list(ToolResponse)) await pool.scene.erase(result);
      await pool.scene.give(b, { text: 'B' });
    }
    expect((await pool.scene.answered())[0]?.context).toMatchObject({ action: 'error', error: { code: 'erased' } });
    expect(pool.model.calls).toHaveLength(1);
  });

  it('tells the model about a tool’s error', async () => {
    await pool.executor();
    const broken = async (): Promise<string> => {
      throw new Error('It is broken.');
    };
    await pool.toolRunner({ definition: echo, run: broken });
    pool.model.next(callEcho('a'), { say: 'Alas.' });
    await pool.scene.open({ tools: [echo] });
    await pool.scene.answered();
    expect(messages(1).at(-1)).toMatchObject({ role: 'tool', content: 'echo failed: It is broken.' });
  });
});
