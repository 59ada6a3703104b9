import { MEMORY_KEEPER, Read, Status } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { COOK, Scene } from './scene';
import { useKeeper } from './keeper-under-test';

const running = useKeeper({ model: false });

const SAID = [
  'My name is Ann and I live in Oslo.',
  'I am allergic to peanuts.',
  'My sister Mia works at the harbour.',
  'I bought a red Volvo in 2019.',
  'My dog is called Rex.',
  'I work as a nurse in Bergen.',
  'My birthday is on 4 May.',
  'I prefer tea to coffee.',
];

describe('the short-term memory without a model', () => {
  it('takes exactly the oldest eight messages once the eleventh is written', async () => {
    const scene = await Scene.create(running.store);
    const ids = await scene.import([...SAID, 'Hello again.']);
    await scene.exchange('What can you cook?', 'I can cook a soup.');
    const memory = await scene.shortWhen(() => true);
    const eighth = (await running.store.crumbs(scene.workspace, 'user.message.v1')).find(({ id }) => id === ids[7]);
    expect(memory.context).toMatchObject({
      agent: COOK,
      session: 'kitchen',
      readers: 'all',
      taken: 8,
      until: eighth?.position,
    });
    expect(memory.context.method).toBe('extracted');
    expect(memory.audience).toBe('all');
    const sources = new Set(memory.context.facts.flatMap((fact) => fact.sources.map(({ id }) => id)));
    expect([...sources].every((id) => ids.slice(0, 8).includes(id))).toBe(true);
    expect(memory.context.facts.map(({ text }) => text).join('\n')).toMatch(/peanuts/);
  });
});

/** Waits until the keeper has handled every reply up to a position. */
async function whenHandled(position: number): Promise<void> {
  const bus = await running.store.bus('gateway');
  await eventually(async () => {
    const { durables } = await bus.request(Status, 'default', {});
    return (durables.find(({ name }) => name === `${MEMORY_KEEPER}-replies`)?.floor ?? 0) >= position;
  });
}

it('an agent without a memory costs one read of its definition, and nothing for its replies', async () => {
  const scene = await Scene.create(running.store);
  await scene.redefine(undefined);
  for (const word of ['one', 'two', 'three']) {
    const [, reply] = await scene.exchange(`Say ${word}.`, word);
    await whenHandled(reply.position);
  }
  const own = running.store.requests(Read, scene.workspace).filter(({ from }) => from === MEMORY_KEEPER);
  expect(own).toHaveLength(1);
  expect(await scene.short()).toEqual([]);
});
