import { responseId, turnId, type Envelope } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { useKeeper } from './keeper-under-test';
import { COOK, Scene } from './scene';

const running = useKeeper({ model: false });

const MEMORY = { window: 2, window_ratio: 1, short_limit: 2, short_ratio: 1 };

/** Every version of every memory and summary of a workspace, as text. */
async function everything(scene: Scene): Promise<string> {
  const operator = await scene.store.asOperator(scene.workspace);
  const texts: string[] = [];
  for (const schema of ['memory.short.v1', 'memory.long.v1', 'session.summary.v1'])
    for (const { id } of await scene.store.crumbs(scene.workspace, schema))
      texts.push(JSON.stringify((await operator.history(id)).versions));
  return texts.join('\n');
}

const answerTo = ({ workspace, id, version }: Envelope): string =>
  responseId(workspace, turnId(workspace, { agent: COOK, trigger: { id, version }, generation: 0 }));

/** Small talk, until what was said before has left the window. */
async function moveOn(scene: Scene, nth = 4): Promise<void> {
  for (let at = 1; at <= nth; at += 1) await scene.exchange(`I counted ${at} pebbles at beach ${at}.`, 'Fine.');
}

describe('what a conversation has left', () => {
  it('is never remembered where the edit comes before it leaves the window', async () => {
    const scene = await Scene.create(running.store, MEMORY);
    const [left] = await scene.exchange('I live in Oslo and my salary is 4100.', 'I booked a table at Quorra for you.');
    await scene.exchange('I live in Bergen.', 'Good.', { exclude: [left.id, answerTo(left)] });
    await moveOn(scene);
    await eventually(async () => (await everything(scene)).includes('Bergen'));
    expect(await everything(scene)).not.toMatch(/Oslo|4100|Quorra/);
  });

  it('is withdrawn from every version of memories that have it, and what replaced it stays', async () => {
    const scene = await Scene.create(running.store, MEMORY);
    const [left] = await scene.exchange('I live in Oslo and my salary is 4100.', 'I booked a table at Quorra for you.');
    await moveOn(scene);
    await eventually(async () => /Oslo[^]*Quorra|Quorra[^]*Oslo/.test(await everything(scene)));
    await scene.exchange('I live in Bergen.', 'Good.', { exclude: [left.id, answerTo(left)] });
    await moveOn(scene);
    await eventually(async () => {
      const all = await everything(scene);
      if (all.includes('Bergen') && !/Oslo|4100|Quorra/.test(all)) return true;
      throw new Error(all);
    });
  });

  it('is an answer alone where the unchanged question is asked again: the question that was asked again is remembered once', async () => {
    const scene = await Scene.create(running.store, MEMORY);
    const [left] = await scene.exchange('My dog is called Rex.', 'I booked a table at Quorra for you.');
    await scene.exchange('My dog is called Rex.', 'Good.', { exclude: [left.id, answerTo(left)] });
    await moveOn(scene);
    await eventually(async () => {
      const facts = [...(await scene.short()), ...(await scene.long())].flatMap(({ context }) => context.facts);
      return facts.filter(({ text }) => text.includes('Rex')).length === 1;
    });
    expect(await everything(scene)).not.toMatch(/Quorra/);
  });

  it('leaves summaries of the session', async () => {
    const scene = await Scene.create(running.store, { window: 100, summary_messages: 4 });
    const [left] = await scene.exchange('I live in Oslo and my salary is 4100.', 'I booked a table at Quorra for you.');
    await moveOn(scene, 1);
    await scene.summariesWhen((all) => all.length === 1);
    await scene.exchange('I live in Bergen.', 'Good.', { exclude: [left.id, answerTo(left)] });
    await eventually(async () => !/Oslo|4100|Quorra/.test(await everything(scene)));
  });

  it('is only what the author of the excluding message wrote, and answers to that: others lose nothing by it', async () => {
    const scene = await Scene.create(running.store, MEMORY);
    const [said] = await scene.exchange('I live in Oslo and my salary is 4100.', 'I booked a table at Quorra for you.');
    await moveOn(scene);
    await eventually(async () => (await everything(scene)).includes('Oslo'));
    const by = { kind: 'user' as const, id: 'mallory' };
    await scene.exchange('I live in Evilville.', 'Good.', { by, exclude: [said.id, answerTo(said)] });
    await moveOn(scene);
    await eventually(async () => (await everything(scene)).includes('Evilville'));
    expect(await everything(scene)).toMatch(/Oslo/);
    expect(await everything(scene)).toMatch(/Quorra/);
  });
});
