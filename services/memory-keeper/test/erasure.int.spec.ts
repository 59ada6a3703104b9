import { MemoryLong, MemoryShort, type Envelope } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { useKeeper } from './keeper-under-test';
import { Scene } from './scene';

const running = useKeeper({ model: false });

const SAID = [
  'I live in Oslo.',
  'Quorra is allergic to xylographs.',
  'My dog is called Rex.',
  'I am allergic to peanuts.',
  'My sister Mia works at the harbour.',
  'I studied as a nurse in Bergen.',
  'I play the cello.',
  'My birthday is on 4 May.',
];
const CANARY = /quorra|xylograph/i;

/** Every version of every memory of a workspace, as text. */
async function everything(scene: Scene): Promise<string> {
  const operator = await scene.store.asOperator(scene.workspace);
  const texts: string[] = [];
  for (const schema of [MemoryShort.name, MemoryLong.name])
    for (const { id } of await scene.store.crumbs(scene.workspace, schema))
      texts.push(JSON.stringify((await operator.history(id)).versions));
  return texts.join('\n');
}

async function erase(scene: Scene, crumb: Pick<Envelope, 'id'>): Promise<readonly { readonly id: string }[]> {
  const operator = await scene.store.asOperator(scene.workspace);
  const { results } = await operator.commit({ writes: [{ op: 'erase', id: crumb.id, if_match: 1 }] });
  return results[0]?.derived ?? [];
}

/** A conversation whose facts have gone on to the long-term memory; returns the ids of its messages. */
async function remembered(): Promise<{ readonly scene: Scene; readonly ids: string[] }> {
  const scene = await Scene.create(running.store, { window: 2, window_ratio: 1, short_limit: 2, short_ratio: 1 });
  const ids = await scene.import(SAID);
  await scene.exchange('What do you know of me?', 'A lot.');
  await scene.shortWhen(({ taken }) => (taken ?? 0) >= 8);
  await eventually(async () => CANARY.test(JSON.stringify((await scene.long()).map(({ context }) => context))));
  return { scene, ids };
}

describe('a message that is erased', () => {
  it('is in no version, section name, shadow or tag of any memory, and the others are remembered as before', async () => {
    const { scene, ids } = await remembered();
    const before = await scene.long();
    expect(CANARY.test(await everything(scene))).toBe(true);
    const derived = await erase(scene, { id: ids[1] as string });
    expect(derived.map(({ id }) => id)).toEqual(
      expect.arrayContaining([before.find((one) => CANARY.test(JSON.stringify(one)))?.id]),
    );
    await eventually(async () => !CANARY.test(await everything(scene)));
    const left = JSON.stringify([await scene.short(), await scene.long()]);
    for (const word of ['Oslo', 'Rex', 'peanuts', 'Mia']) expect(left).toContain(word);
    expect(left).not.toMatch(CANARY);
  });

  it('is forgotten too where its words are changed instead: they come back as a new message of the window', async () => {
    const { scene, ids } = await remembered();
    const crumb = (await scene.store.crumbs(scene.workspace, 'user.message.v1')).find(
      ({ id }) => id === ids[1],
    ) as Envelope;
    await scene.store.update(crumb, { context: { content: 'My neighbour is nice.' } });
    await eventually(async () => !CANARY.test(await everything(scene)));
  });
});
