import { GuardFired, sha256, type AgentResponseV1, type Draft, type ToolDefV1 } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { Pool } from './start-executor';

const echo: ToolDefV1 = {
  name: 'echo',
  description: 'Says it again.',
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
};
const calling = (text: string) => ({ calls: [{ id: 'c', name: 'echo', arguments: { text } }] });

let pool: Pool;
beforeEach(async () => void (pool = await Pool.open()));
afterEach(() => pool.close());

const answered = (count = 1): Promise<Draft<AgentResponseV1>[]> =>
  eventually(() => (pool.store.responses.length >= count ? pool.store.responses : null), { withinMs: 10_000 });

describe('a guard', () => {
  it('answers the person and writes its crumb in the same commit', async () => {
    await pool.executor();
    pool.model.otherwise((_, n) => calling(`${n}`));
    await pool.store.leave({ tools: [echo], definition: { limits: { tool_rounds: 2 } } });
    const [response] = await answered();
    expect(response?.context).toMatchObject({ action: 'error', error: { code: 'tool_rounds' } });
    expect(pool.store.commits.at(-1)).toEqual([GuardFired.name, response?.schema_name]);
    expect(pool.model.calls).toHaveLength(3);
    expect(pool.model.calls[2]?.body).not.toHaveProperty('tools');
  });

  it('includes the cost and the answers of earlier turns of the trail, and asks no model in vain', async () => {
    await pool.executor();
    pool.store.spent = {
      prompt_tokens: 900,
      completion_tokens: 100,
      cost_usd: 1,
      said: Array(3).fill(sha256('Yes.')) as string[],
    };
    await pool.store.leave({ hop: 4, definition: { limits: { trail_tokens: 1000 } } });
    expect((await answered())[0]?.context).toMatchObject({ action: 'error', error: { code: 'trail_tokens' } });
    expect(pool.model.calls).toHaveLength(0);
    pool.model.otherwise({ say: 'Yes.' });
    await pool.store.leave({ hop: 4 });
    expect((await answered(2))[1]?.context).toMatchObject({ action: 'error', error: { code: 'repetition' } });
    await pool.store.leave({ hop: 1 });
    expect((await answered(3))[2]?.context).toMatchObject({ action: 'speak', content: 'Yes.' });
  });
});
