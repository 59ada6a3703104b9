import { MemoryLong, MemoryShort, SessionSummary, type Envelope } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { useKeeper } from './keeper-under-test';
import { Scene } from './scene';

const running = useKeeper({ executor: false, services: ['context-builder'] });

const CANARY = 'Quorraxyl';
const SAID = [
  'I live in Oslo.',
  `${CANARY} lives in a lighthouse near Bodø.`,
  'My dog is called Rex.',
  'I am allergic to peanuts.',
  'My sister Mia works at the harbour.',
  'I studied as a nurse in Bergen.',
];
const TIERS = [MemoryShort.name, MemoryLong.name, SessionSummary.name];
const mentions = (value: unknown): boolean => JSON.stringify(value).includes(CANARY);

/** What the keeper has written in a scene. */
async function written({ store, workspace }: Scene): Promise<Envelope[]> {
  return (await Promise.all(TIERS.map((schema) => store.crumbs(workspace, schema)))).flat();
}

/** A conversation whose second message is in every tier, in a summary and its title, in a shadow, and in the context of an answer of another session. */
async function remembered(): Promise<{ readonly scene: Scene; readonly source: string; readonly answer: string }> {
  const memory = {
    window: 2,
    window_ratio: 1,
    short_limit: 2,
    short_ratio: 1,
    summary_messages: 4,
    extract_only: true,
  };
  const scene = await Scene.create(running.store, memory);
  const [, source = ''] = await scene.import(SAID);
  await scene.exchange('What do you know of me?', 'A lot.');
  await eventually(async () => {
    const all = await written(scene);
    return TIERS.every((schema) => all.some((one) => one.schema_name === schema && mentions(one)));
  });
  const turn = await scene.openTurn(await scene.say('Who lives in a lighthouse?', { session: 'garden' }));
  expect((await scene.contextFor(turn)).context.formatted_context).toContain(CANARY);
  return { scene, source, answer: (await scene.answer(turn, 'Somebody near Bodø.')).id };
}

it('an erased message is in no row of any table and in no event, but in tiers, title, shadow, chunks and contexts before; the report lists what is made again', async () => {
  const { scene, source, answer } = await remembered();
  const before = (await written(scene)).filter(mentions);
  expect(before.find(({ schema_name }) => schema_name === SessionSummary.name)?.title).toContain(CANARY);
  const shadows = before.map(({ context }) => context['shadow']).filter(Boolean);
  expect(shadows.join('\n')).toContain(CANARY);
  expect(await running.store.tablesWith(CANARY)).toEqual(
    expect.arrayContaining(['blob', 'chunk', 'crumb_version', 'term_stat']),
  );

  const operator = await scene.store.asOperator(scene.workspace);
  const { results } = await operator.commit({ writes: [{ op: 'erase', id: source, if_match: 1 }] });
  const report = (results[0]?.derived ?? []).map(({ id }) => id);
  expect(report).toEqual(expect.arrayContaining([...before.map(({ id }) => id), answer]));

  await eventually(async () => !mentions(await written(scene)));
  const after = await written(scene);
  for (const schema of TIERS) expect(after.map(({ schema_name }) => schema_name)).toContain(schema);
  for (const word of ['Oslo', 'Rex', 'peanuts', 'Mia']) expect(JSON.stringify(after)).toContain(word);
  await eventually(async () => {
    expect(await running.store.tablesWith(CANARY)).toEqual([]);
    return true;
  });
  const { all, found } = await running.store.messagesWith(CANARY);
  expect(all).toBeGreaterThan(0);
  expect(found).toEqual([]);
}, 180_000);
