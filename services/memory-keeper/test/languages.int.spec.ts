import { ChangeFact, CreateKey, GATEWAY, type Participant } from '@crumbtrail/contracts';
import { ListMemories, type MemoryEntry } from '@crumbtrail/contracts/operations/memory-reading';
import { eventually, LANGUAGES } from '@crumbtrail/testing';
import { useKeeper } from './keeper-under-test';
import { ANN, Scene } from './scene';

const running = useKeeper({ model: false });

const BO: Participant = { kind: 'user', id: 'bo' };
const MEMORY = { window: 2, window_ratio: 1, short_limit: 3, short_ratio: 1 };

/** The log with the key of a person. */
async function logOf({ store, workspace }: Scene, participant: Participant) {
  const operator = await store.asOperator(workspace);
  const { secret } = await operator.request(CreateKey, { participant, role: 'writer' });
  return store.as(GATEWAY, workspace, { key: secret });
}

type Log = Awaited<ReturnType<typeof logOf>>;

const listAbout = async (log: Log, about: string): Promise<readonly MemoryEntry[]> =>
  (await log.request(ListMemories, { about })).memories;

/** The facts of memories, each once. */
const factsOf = (memories: readonly MemoryEntry[]) => [
  ...new Map(memories.flatMap(({ facts }) => facts.map((fact) => [fact.id, fact] as const))).values(),
];

/** Forgets what is known of somebody, as `crumb memory forget --about` does. */
async function forgetAll(log: Log, about: string): Promise<void> {
  await eventually(async () => {
    const [memory] = (await listAbout(log, about)).filter(({ facts }) => facts.length > 0);
    const [fact] = memory?.facts ?? [];
    if (memory === undefined || fact === undefined) return true;
    await log.request(ChangeFact, { memory: memory.id, fact: fact.id, change: { do: 'forget' } });
    return false;
  });
}

/** Two people say the same three sentences; returns once all of them have left the window. */
async function remembered(sentences: readonly string[]): Promise<Scene> {
  const scene = await Scene.create(running.store, MEMORY);
  await scene.import(sentences.flatMap((text) => [{ text }, { text, by: BO }]));
  await scene.exchange('OK?', 'OK.');
  await scene.shortWhen(({ taken }) => (taken ?? 0) >= 6);
  return scene;
}

describe.each(Object.entries(LANGUAGES))('what two people said in %s', (_, sentences) => {
  it('is listed to each of them, named after them, and forgotten with one of them alone', async () => {
    const scene = await remembered(sentences);
    const [ann, bo] = [await logOf(scene, ANN), await logOf(scene, BO)];
    await eventually(async () => factsOf(await listAbout(ann, 'user:ann')).length === 3);
    const own = factsOf(await listAbout(bo, 'user:bo'));
    expect(own).toHaveLength(3);
    for (const { text } of own) expect(text).toMatch(/^bo\b/);
    await forgetAll(ann, 'user:ann');
    const operator = await scene.store.asOperator(scene.workspace);
    const left = factsOf((await operator.request(ListMemories, {})).memories);
    expect(left.map(({ about }) => about)).toEqual(['user:bo', 'user:bo', 'user:bo']);
    expect(await listAbout(ann, 'user:ann')).toEqual([]);
  });
});
