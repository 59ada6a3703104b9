import { GuardFired } from '@crumbtrail/contracts';
import { TestStore } from '@crumbtrail/testing';
import { callEcho, echo, echoTool } from './echo-tool';
import { Pool } from './start-executor';

let store: TestStore;
let pool: Pool;
beforeAll(async () => void (store = await TestStore.start()));
afterAll(() => store.stop());
beforeEach(async () => void (pool = await Pool.open(store)));
afterEach(() => pool.close());

describe('a guard', () => {
  it('answers the person and writes its crumb in the same commit', async () => {
    await pool.executor();
    await pool.toolRunner(echoTool);
    pool.model.otherwise((_, n) => callEcho(`${n}`));
    await pool.scene.open({ tools: [echo], definition: { limits: { tool_rounds: 2 } } });
    const [response] = await pool.scene.answered();
    expect(response?.context).toMatchObject({ action: 'error', error: { code: 'tool_rounds' } });
    const last = pool.scene
      .commits()
      .at(-1)
      ?.map(({ schema_name }) => schema_name);
    expect(last).toEqual([GuardFired.name, response?.schema_name]);
    expect(await pool.scene.list(GuardFired)).toHaveLength(1);
    expect(pool.model.calls).toHaveLength(3);
    expect(pool.model.calls[2]?.body).not.toHaveProperty('tools');
  });

  it('includes the cost of earlier turns of the trail, and asks no model in vain', async () => {
    await pool.executor();
    pool.model.otherwise({ say: 'Yes.', usage: { prompt_tokens: 900, completion_tokens: 100 } });
    await pool.scene.open();
    const [first] = await pool.scene.answered();
    await pool.scene.open({ cause: first, definition: { limits: { trail_tokens: 1000 } } });
    const [, second] = await pool.scene.answered(2);
    expect(second?.context).toMatchObject({ action: 'error', error: { code: 'trail_tokens' } });
    expect(pool.model.calls).toHaveLength(1);
  });

  it('includes the answers of earlier turns of the trail, and those of no other trail', async () => {
    await pool.executor();
    pool.model.otherwise({ say: 'Yes.' });
    for (let count = 1; count <= 4; count += 1) {
      await pool.scene.open({ cause: (await pool.scene.answered(count - 1)).at(-1) });
    }
    const actions = (await pool.scene.answered(4)).map(({ context }) => context.error?.code ?? context.action);
    expect(actions).toEqual(['speak', 'speak', 'speak', 'repetition']);
    await pool.scene.open();
    expect((await pool.scene.answered(5))[4]?.context).toMatchObject({ action: 'speak', content: 'Yes.' });
  });
});
