import { SessionSummary, type Envelope, type SessionSummaryV1 } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { useKeeper } from './keeper-under-test';
import { Scene } from './scene';

const running = useKeeper({ keepers: 2 });

const SAID = [
  'The sheriff found a red lantern under the bridge.',
  'Mia saw the baker at the mill at 9 pm.',
  'Olav repaired the north gate on Monday.',
  'The harbour master lost three ropes in the storm.',
  'Bergen sent two ships with timber.',
  'Rex barked at the lighthouse all night.',
  'The nurse counted forty bandages.',
  'A whale came close to the pier on Sunday.',
];

const summariesOf = ({ store, workspace }: Scene): Promise<Envelope<SessionSummaryV1>[]> =>
  store.crumbs<SessionSummaryV1>(workspace, SessionSummary.name);

const written = (text: string, title: string) => ({ calls: [{ name: 'write_summary', arguments: { text, title } }] });

async function summariesWhen(scene: Scene, count: number): Promise<Envelope<SessionSummaryV1>[]> {
  return eventually(async () => {
    const all = await summariesOf(scene);
    return all.length === count ? all : null;
  });
}

beforeEach(() => running.model.otherwise({ say: 'no' }));

describe('the summary of a session', () => {
  it('is made of the tenth message and the nine before it, once, with a title, by one call', async () => {
    const scene = await Scene.create(running.store, { window: 100, summary_messages: 10 });
    await scene.import(SAID.slice(0, 7));
    await scene.exchange('The nurse counted forty bandages.', 'Fine.');
    const before = running.model.calls.length;
    running.model.next(written('The village had a storm and a whale.', 'A storm'));
    const [, tenth] = await scene.exchange('A whale came close to the pier on Sunday.', 'Indeed.');
    // The tenth was the message; its answer is the eleventh.
    const [summary] = await summariesWhen(scene, 1);
    expect(summary).toMatchObject({ title: 'A storm', audience: 'all' });
    expect(summary?.context).toMatchObject({
      method: 'written',
      text: 'The village had a storm and a whale.',
      from: 0,
    });
    expect(summary?.context.until).toBeLessThanOrEqual(tenth.position);
    expect(summary?.context.sources).toHaveLength(10);
    expect(running.model.calls.length - before).toBe(1);
  });

  it('is made of sentences where the model fails twice, and goes on where it ended', async () => {
    const scene = await Scene.create(running.store, { window: 100, summary_messages: 4 });
    await scene.import(SAID.slice(0, 6));
    await scene.exchange('The nurse counted forty bandages.', 'Fine.');
    const [first, second] = (await summariesWhen(scene, 2)).toSorted(
      (a, b) => (a.context.until ?? 0) - (b.context.until ?? 0),
    );
    expect(first?.context).toMatchObject({ method: 'extracted' });
    expect(first?.context.text).toContain('lantern');
    expect(second?.context.from).toBe((first?.context.until ?? 0) - 1);
    expect(second?.context.text).not.toContain('lantern');
  });

  it('holds nothing that not everybody may read', async () => {
    const scene = await Scene.create(running.store, { window: 100, summary_messages: 3, extract_only: true });
    await scene.import([
      ...SAID.slice(0, 2),
      { text: 'Cat keeps the cellar key under the barrel.', audience: ['user:ann', 'agent:cook'] },
    ]);
    await scene.exchange('Olav repaired the north gate on Monday.', 'Fine.');
    const [summary] = await summariesWhen(scene, 1);
    expect(JSON.stringify(summary)).not.toContain('cellar');
    expect(summary?.context.text).toContain('Olav');
  });

  it('is erased with a message that it rests on, and made again without it', async () => {
    const scene = await Scene.create(running.store, { window: 100, summary_messages: 4, extract_only: true });
    const [lantern = ''] = await scene.import(SAID.slice(0, 3));
    await scene.exchange('The harbour master lost three ropes in the storm.', 'Fine.');
    const [before] = await summariesWhen(scene, 1);
    expect(before?.context.text).toContain('lantern');
    const operator = await scene.store.asOperator(scene.workspace);
    await operator.commit({ writes: [{ op: 'erase', id: lantern, if_match: 1 }] });
    const after = await eventually(async () =>
      (await summariesOf(scene)).find(({ context }) => context.revision === 1),
    );
    expect(after.context).toMatchObject({ from: before?.context.from, until: before?.context.until });
    expect(JSON.stringify(after)).not.toContain('lantern');
    expect(await summariesOf(scene)).toHaveLength(1);
  });
});
