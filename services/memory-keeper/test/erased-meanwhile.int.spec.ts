import { Status, type Fence, type Ref, type Write } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { MemoryStoreNats } from '../src/adapters/memory-store.nats';
import { MemoryStore } from '../src/ports';
import { useKeeper } from './keeper-under-test';
import { Scene } from './scene';

const SAID = ['Rex barked at the lighthouse all night.', 'The nurse counted forty bandages.'];

/** Runs before the next commit that creates a summary. */
let beforeSummary: (() => Promise<void>) | undefined;

/** The store of the service, into which somebody else writes right before a summary is committed. */
class BusyStore extends MemoryStoreNats {
  override async commit(workspace: string, writes: readonly Write[], fence?: Fence): Promise<readonly Ref[] | null> {
    const run = writes.some(({ op }) => op === 'create') ? beforeSummary : undefined;
    beforeSummary = run === undefined ? beforeSummary : undefined;
    await run?.();
    return super.commit(workspace, writes, fence);
  }
}

const running = useKeeper({ executor: false, adapters: [{ provide: MemoryStore, useClass: BusyStore }] });

/** Waits until the keeper has handled what was erased up to a position. */
async function untilErasureHandled(position: number): Promise<void> {
  await eventually(async () => {
    const { durables } = await (await running.store.bus('gateway')).request(Status, 'default', {});
    return durables.some(({ name, floor }) => name === 'memory-keeper-erased' && floor >= position);
  });
}

describe('a message that is erased after a keeper has read it and before its summary is stored', () => {
  it('is in no summary of a scope afterwards', async () => {
    const scene = await Scene.create(running.store);
    const [rex = ''] = await scene.import(SAID);
    beforeSummary = async () => {
      await untilErasureHandled(await scene.erase(rex));
    };
    await scene.advance('Day 2');
    const [summary] = await scene.summariesWhen((all) => all.length === 1 && all[0]?.context.revision === 1);
    expect(JSON.stringify(summary)).not.toContain('Rex');
  });

  it('is in no summary of a number of messages afterwards', async () => {
    const scene = await Scene.create(running.store, { window: 100, summary_messages: 3, extract_only: true });
    const [rex = ''] = await scene.import(SAID);
    beforeSummary = async () => {
      await untilErasureHandled(await scene.erase(rex));
    };
    await scene.exchange('A whale came close to the pier on Sunday.', 'Fine.');
    const [summary] = await scene.summariesWhen((all) => all.length === 1 && all[0]?.context.revision === 1);
    expect(JSON.stringify(summary)).not.toContain('Rex');
  });
});
