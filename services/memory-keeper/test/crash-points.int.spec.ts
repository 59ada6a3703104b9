import { MemoryShort, SessionSummary, type AgentDefV1, type MemoryShortV1 } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { useKeeper } from './keeper-under-test';
import { Scene } from './scene';

const running = useKeeper({ keepers: 0, model: false, services: ['memory-keeper'] });

const SAID = ['I live in Oslo.', 'My dog is called Rex.', 'I am allergic to peanuts.', 'My sister Mia sells boats.'];
const MEMORY = { window: 2, window_ratio: 1, short_limit: 2, short_ratio: 1, summary_messages: 4 };
const FACTS = ['Oslo', 'Rex', 'peanuts', 'Mia'];

/** How often the keeper has died at a point. */
const deathsAt = (point: string): number => running.store.log('memory-keeper').split(`dying at ${point}\n`).length - 1;

/** Starts a keeper that dies the first time it comes to the point, and replaces it by one that does not. */
const dieAt = (point: string) => running.store.restart('memory-keeper', { CRASH_AT: point }, {});

/** A conversation of six messages that all leave the window, with four facts. */
async function talk(memory: AgentDefV1['memory'] = MEMORY): Promise<{ readonly scene: Scene; readonly ids: string[] }> {
  const scene = await Scene.create(running.store, memory);
  const ids = await scene.import(SAID);
  await scene.exchange('How are you today?', 'Fine.');
  return { scene, ids };
}

/** Waits until everything is done: all messages have left the window, all facts the short-term memory, and the summary is there. */
async function whenKept(scene: Scene): Promise<void> {
  const isKept = ({ taken, facts }: MemoryShortV1): boolean => taken === 6 && facts.length <= 2;
  await scene.shortWhen(isKept);
  await eventually(async () => (await scene.store.crumbs(scene.workspace, SessionSummary.name)).length > 0);
}

/** The texts of all facts of a scene that no later one replaced. */
async function factsOf(scene: Scene): Promise<string[]> {
  const all = [...(await scene.short()), ...(await scene.long())];
  return all.flatMap(({ context }) => context.facts.map(({ text }) => text));
}

const countOf = (texts: readonly string[], word: string): number => texts.filter((one) => one.includes(word)).length;

describe('a keeper that dies between two steps', () => {
  it.each([
    'keeper.before-model',
    'keeper.after-model',
    'keeper.after-append',
    'keeper.before-rewrite',
    'keeper.after-rewrite',
    'keeper.after-move',
    'keeper.before-summary',
  ])(
    'at %s: its replacement finishes, every fact is kept once, and there is one memory and one summary',
    async (point) => {
      const before = deathsAt(point);
      await dieAt(point);
      const { scene } = await talk();
      await whenKept(scene);
      expect(deathsAt(point)).toBe(before + 1);
      const texts = await factsOf(scene);
      expect(FACTS.map((word) => [word, countOf(texts, word)])).toEqual(FACTS.map((word) => [word, 1]));
      expect(await scene.store.crumbs(scene.workspace, MemoryShort.name)).toHaveLength(1);
      expect(await scene.store.crumbs(scene.workspace, SessionSummary.name)).toHaveLength(1);
    },
  );

  it('at keeper.before-replace: its replacement makes the memory again without the erased message, and keeps the other facts once', async () => {
    await running.store.restart('memory-keeper');
    const { scene, ids } = await talk();
    await whenKept(scene);
    await dieAt('keeper.before-replace');
    const operator = await scene.store.asOperator(scene.workspace);
    await operator.commit({ writes: [{ op: 'erase', id: ids[1] as string, if_match: 1 }] });
    await eventually(async () => countOf(await factsOf(scene), 'Rex') === 0);
    expect(deathsAt('keeper.before-replace')).toBe(1);
    const texts = await factsOf(scene);
    expect(FACTS.map((word) => [word, countOf(texts, word)])).toEqual([
      ['Oslo', 1],
      ['Rex', 0],
      ['peanuts', 1],
      ['Mia', 1],
    ]);
  });

  it.each(['keeper.before-scope-summary', 'keeper.after-scope-summary'])(
    'at %s: its replacement finishes, and there is one summary of the scope that has ended',
    async (point) => {
      const before = deathsAt(point);
      await dieAt(point);
      const scene = await Scene.create(running.store, undefined);
      const ids = await scene.import(SAID);
      await scene.advance('Day 2');
      const [summary] = await scene.summariesWhen((all) => all.length === 1);
      await eventually(() => deathsAt(point) === before + 1);
      await scene.erase(ids[1] as string);
      const [again, ...others] = await scene.summariesWhen((all) => all[0]?.context.revision === 1);
      expect(summary?.context.text).toContain('Rex');
      expect(again?.context.text).not.toContain('Rex');
      expect(others).toEqual([]);
    },
  );
});
