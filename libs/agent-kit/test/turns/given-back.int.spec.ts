import { eventually, TestStore, type ScriptedModel } from '@crumbtrail/testing';
import { Pool } from './start-executor';
import type { TurnScene } from './turn-scene';

let store: TestStore;
let pool: Pool;
let model: ScriptedModel;
let scene: TurnScene;

beforeAll(async () => void (store = await TestStore.start()), 60_000);
afterAll(() => store.stop());
beforeEach(async () => {
  pool = await Pool.open(store);
  ({ model, scene } = pool);
});
afterEach(() => pool.close());

describe('a turn that does not end within the grace period of its executor', () => {
  it('continues on another executor as soon as it is given back, long before its claim would expire', async () => {
    const long = { ACK_WAIT_MS: '300000', CLAIM_TTL_MS: '300000' };
    const one = await pool.executor(long);
    model.next({ say: 'one two three', pieces: 3, after: 1, ending: 'stall' });
    await scene.open();
    await eventually(() => model.calls.length === 1);
    await pool.executor(long);
    model.next({ say: 'here I am' });
    await one.close();
    expect((await scene.answered()).map(({ context }) => context.content)).toEqual(['here I am']);
  }, 90_000);
});
