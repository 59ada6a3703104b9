import { AgentStep, ToolRequest, type AgentResponseV1, type Draft, type ToolDefV1 } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { Pool } from './start-executor';

const look: ToolDefV1 = {
  name: 'look',
  description: 'Looks somebody up.',
  input: { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] },
};
const members = [
  { kind: 'agent' as const, id: 'assistant' },
  { kind: 'user' as const, id: 'bob', name: 'Bob' },
];

let pool: Pool;
beforeEach(async () => void (pool = await Pool.open()));
afterEach(() => pool.close());

const answered = (): Promise<Draft<AgentResponseV1>[]> =>
  eventually(() => (pool.store.responses.length > 0 ? pool.store.responses : null), { withinMs: 10_000 });
const prompt = (call: number): string => JSON.stringify(pool.model.calls[call]?.body.messages ?? []);

describe('a message that arrives during a turn in tags mode', () => {
  it('is shown with the next call if the agent may read it, and the step names it for every replica', async () => {
    await pool.executor();
    pool.store.answering = (_, n) => {
      const author = { kind: 'user' as const, id: 'bob' };
      const said = pool.store.say(`wait, number ${n}`, { author });
      if (n === 1) pool.store.say('between us', { author, audience: ['alice'] });
      return { text: `found ${said.id}` };
    };
    pool.model.next({ say: '<look>Ann</look>' }, { say: '<look>Bea</look>' }, { say: '<speak>Done.</speak>' });
    await pool.store.leave({ tools: [look], members, definition: { tool_mode: 'tags' } });
    const [response] = await answered();
    expect(response?.context).toMatchObject({ action: 'speak', content: 'Done.' });
    expect(
      [prompt(0), prompt(1), prompt(2)].map((text) => ['1', '2'].filter((n) => text.includes(`number ${n}`))),
    ).toEqual([[], ['1'], ['1', '2']]);
    expect(prompt(2)).not.toContain('between us');
    expect(prompt(1)).toContain('Bob');
    const told = pool.store.all(AgentStep).map(({ context }) => context.injected?.length ?? 0);
    expect(told).toEqual([0, 1]);
  });

  it('that mutes the agent keeps it from speaking', async () => {
    await pool.executor();
    pool.store.answering = () => null;
    pool.model.next({ say: '<look>Ann</look>' });
    pool.model.otherwise({ say: '<speak>Hello!</speak>' });
    await pool.store.leave({ tools: [look], members, definition: { tool_mode: 'tags' } });
    const [request] = await eventually(() =>
      pool.store.all(ToolRequest).length > 0 ? pool.store.all(ToolRequest) : null,
    );
    pool.store.seat([{ kind: 'agent', id: 'assistant', muted: true }]);
    if (request) await pool.store.give(request, { text: 'A' });
    expect((await answered())[0]?.context).toMatchObject({ action: 'wait' });
  });
});
