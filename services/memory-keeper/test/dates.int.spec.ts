import { useKeeper } from './keeper-under-test';
import { Scene } from './scene';

const running = useKeeper({ model: false });

const MEMORY = { window: 2, window_ratio: 1 };
/** The ninth of May has begun in Kiritimati. */
const AT = '2026-05-08T12:00:00.000Z';

/** Returns the ids of what was said, once all of it has left the window. */
async function remember(scene: Scene, sentences: readonly string[]): Promise<string[]> {
  const ids = await scene.import(sentences.map((text) => ({ text, at: AT })));
  await scene.exchange('OK?', 'OK.');
  await scene.shortWhen(({ taken }) => (taken ?? 0) >= sentences.length);
  return ids;
}

async function textsOf(scene: Scene): Promise<readonly string[]> {
  const [memory] = await scene.short();
  return (memory?.context.facts ?? []).map(({ text }) => text);
}

describe('days that facts name', () => {
  const SAID = [
    'I met Mia at the harbour yesterday.',
    'Ich habe Bo gestern am Hafen getroffen.',
    '昨日、港で猫を見つけました。',
  ];

  it('begin in the time zone of the definition, in any language', async () => {
    const scene = await Scene.create(running.store, MEMORY, { frame: { time_zone: 'Pacific/Kiritimati' } });
    await remember(scene, SAID);
    const texts = (await textsOf(scene)).join('\n');
    expect(texts).toContain('yesterday (8 May 2026)');
    expect(texts).toContain('gestern (8. Mai 2026)');
    expect(texts).toContain('昨日(2026年5月8日)');
  });

  it('begin in UTC where the definition names no zone', async () => {
    const scene = await Scene.create(running.store, MEMORY);
    await remember(scene, SAID);
    expect((await textsOf(scene)).join('\n')).toContain('yesterday (7 May 2026)');
  });

  it('stay where one of two messages that a fact rests on is erased', async () => {
    const scene = await Scene.create(running.store, MEMORY, { frame: { time_zone: 'Pacific/Kiritimati' } });
    const [first = ''] = await remember(scene, [
      'I met Mia at the harbour yesterday.',
      'I met Mia at the harbour yesterday.',
    ]);
    await scene.erase(first);
    await scene.shortWhen(({ facts, revision = 0 }) => revision > 0 && facts.length === 1);
    expect(await textsOf(scene)).toEqual([expect.stringContaining('yesterday (8 May 2026)')]);
  });
});
