import { CrumbStore } from '@crumbtrail/bus';
import type { Audience } from '@crumbtrail/contracts';
import { TestStore } from '@crumbtrail/testing';
import { TurnReaderNats } from '../../src/service/adapters/turn-reader.nats';
import type { ErasedTurn, LoadedTurn } from '../../src/service/ports';
import { TurnScene } from './turn-scene';

let store: TestStore;
let scene: TurnScene;
beforeAll(async () => void (store = await TestStore.start()));
afterAll(() => store.stop());
beforeEach(async () => void (scene = await TurnScene.create(store)));

async function read(turn: string): Promise<LoadedTurn | ErasedTurn> {
  const crumbs = new CrumbStore(await store.bus('agent-executor'));
  const options = { recipient: 'pool', claimTtlMs: 60_000, seen: { openai_key: false, openrouter_key: false } };
  return new TurnReaderNats(crumbs, options).read({ workspace: scene.workspace, turn, position: 1 });
}

describe('who may read pieces and the answer of a turn', () => {
  it('is who may read its message, with the author', async () => {
    const { id } = await scene.open({ audience: ['assistant'] });
    expect(await read(id)).toMatchObject({ turn: { audience: ['agent:assistant', 'user:alice'] } });
  });

  it.each<Audience>(['all', 'agents', ['assistant', 'bob']])(
    'is the agent alone once its message for %j is erased',
    async (audience) => {
      const { id, message } = await scene.open({ audience });
      await scene.erase(message);
      const erased = await read(id);
      expect(erased).toMatchObject({
        of: { audience: ['agent:assistant'] },
        gone: expect.stringContaining('erased') as string,
      });
    },
  );

  it('is who the context names, also once the message is erased', async () => {
    const { id, message } = await scene.open({ readers: ['user:alice', 'agent:assistant'] });
    await scene.erase(message);
    expect(await read(id)).toMatchObject({ of: { audience: ['user:alice', 'agent:assistant'] } });
  });
});
