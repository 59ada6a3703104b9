import { Replay } from '@crumbtrail/contracts/operations/recorded-contexts';
import type { RunningService } from '@crumbtrail/platform';
import { TestStore } from '@crumbtrail/testing';
import { Scene, startBuilder } from './builder-under-test';

let store: TestStore;
let running: RunningService | undefined;

beforeAll(async () => void (store = await TestStore.start()));
afterAll(() => store.stop());
afterEach(() => running?.close());

describe('the status of a context', () => {
  it('names the model that the executor is configured with, and is replayed so when that has changed', async () => {
    const scene = await Scene.create(store);
    await scene.redefine({ context: { format: 'lmml', frame: { status: true } } });
    running = await startBuilder(store, [], { MODEL_NAME: 'small-one' });
    const context = await scene.contextFor(await scene.openTurn(await scene.say('Hello.')));
    expect(await scene.textBeside(context)).toContain('model="small-one"');
    await running.close();
    running = await startBuilder(store, [], { MODEL_NAME: 'large-one' });
    const gateway = await store.bus('gateway');
    const key = store.operatorKey(scene.workspace);
    const replayed = await gateway.request(Replay, scene.workspace, { context: context.id }, { key });
    expect(replayed).toMatchObject({ identical: true, differs: [] });
  });
});
