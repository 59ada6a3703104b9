import { AgentStep, ToolRequest, type ToolDefV1 } from '@crumbtrail/contracts';
import { TestStore } from '@crumbtrail/testing';
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

let store: TestStore;
let pool: Pool;
beforeAll(async () => void (store = await TestStore.start()));
afterAll(() => store.stop());
beforeEach(async () => void (pool = await Pool.open(store)));
afterEach(() => pool.close());

const prompt = (call: number): string => JSON.stringify(pool.model.calls[call]?.body.messages ?? []);

describe('a message that arrives during a turn in tags mode', () => {
  it('is shown with the next call if the agent and everybody who reads its answer may read it, and the step names it for every replica', async () => {
    await pool.executor();
    let runs = 0;
    const run = async (): Promise<string> => {
      const n = (runs += 1);
      const said = await pool.scene.say(`wait, number ${n}`, { user: 'bob' });
      if (n === 1) await pool.scene.say('between us', { user: 'bob', audience: ['alice'] });
      if (n === 1) await pool.scene.say('for you alone', { user: 'bob', audience: ['assistant'] });
      return `found ${said.id}`;
    };
    await pool.toolRunner({ definition: look, run });
    pool.model.next({ say: '<look>Ann</look>' }, { say: '<look>Bea</look>' }, { say: '<speak>Done.</speak>' });
    await pool.scene.open({ tools: [look], members, definition: { tool_mode: 'tags' } });
    const [response] = await pool.scene.answered();
    expect(response?.context).toMatchObject({ action: 'speak', content: 'Done.' });
    expect(
      [prompt(0), prompt(1), prompt(2)].map((text) => ['1', '2'].filter((n) => text.includes(`number ${n}`))),
    ).toEqual([[], ['1'], ['1', '2']]);
    expect(prompt(2)).not.toContain('between us');
    expect(prompt(2)).not.toContain('for you alone');
    expect(prompt(1)).toContain('Bob');
    const injected = (await pool.scene.list(AgentStep)).map(({ context }) => context.injected?.length ?? 0);
    expect(injected).toEqual([0, 1]);
  });

  it('that mutes the agent keeps it from speaking', async () => {
    await pool.executor();
    pool.model.next({ say: '<look>Ann</look>' });
    pool.model.otherwise({ say: '<speak>Hello!</speak>' });
    await pool.scene.open({ tools: [look], members, definition: { tool_mode: 'tags' } });
    const [request] = await pool.scene.whenThere(ToolRequest);
    await pool.scene.setMembers([{ kind: 'agent', id: 'assistant', muted: true }]);
    if (request) await pool.scene.give(request, { text: 'A' });
    expect((await pool.scene.answered())[0]?.context).toMatchObject({ action: 'wait' });
  });
});
