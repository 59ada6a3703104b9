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
