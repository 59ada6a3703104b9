import { MEMORY_KEEPER, Status, type MemoryShortV1 } from '@crumbtrail/contracts';
import { eventually, type ScriptedModel } from '@crumbtrail/testing';
import { useKeeper } from './keeper-under-test';
import { Scene } from './scene';

const running = useKeeper({ keepers: 2 });

/** What the model was asked since the test began. */
class Questions {
  private readonly from: number;

  constructor(private readonly model: ScriptedModel) {
    this.from = model.calls.length;
  }

  get all(): { readonly tool: string; readonly content: string; readonly choice: unknown }[] {
    return this.model.calls.slice(this.from).map(({ body }) => {
      const { messages, tools, tool_choice } = body as unknown as {
        messages: { content: string }[];
        tools: { function: { name: string } }[];
        tool_choice: unknown;
      };
      return { tool: tools[0]?.function.name ?? '', content: messages.at(-1)?.content ?? '', choice: tool_choice };
    });
  }
}

const append = (...texts: string[]) => ({
  calls: [
    {
      name: 'append_to_short_term_memory',
      arguments: { facts: texts.map((text) => ({ text, about: 'user:ann', messages: [1] })) },
    },
  ],
});

const rewrite = (section: string, facts: object[]) => ({
  calls: [{ name: 'rewrite_memory', arguments: { sections: [{ section, facts }] } }],
});

const lines = (count: number, from = 1): string[] =>
  Array.from({ length: count }, (_, n) => `This is line ${from + n}.`);

/** Nine imported messages, one of Ann's and a reply: the eleventh. */
async function fillWindow(scene: Scene): Promise<string[]> {
  const ids = await scene.import(lines(9));
  const [said, reply] = await scene.exchange('This is line 10.', 'This is line 11.');
  return [...ids, said.id, reply.id];
}

const isTaken = (count: number) => (memory: MemoryShortV1) => memory.taken === count;

beforeEach(() => running.model.otherwise({ say: 'I would rather talk.' }));

describe('the short-term memory', () => {
  it('is written by one forced call about exactly the eight oldest of eleven messages, also with two keepers', async () => {
    const scene = await Scene.create(running.store);
    const questions = new Questions(running.model);
    running.model.next(append('Ann counts lines.'));
    const ids = await fillWindow(scene);
    const memory = await scene.shortWhen(isTaken(8));
    expect(questions.all).toHaveLength(1);
    const [{ content, choice } = { content: '', choice: null }] = questions.all;
    expect(choice).toEqual({ type: 'function', function: { name: 'append_to_short_term_memory' } });
    expect([...content.matchAll(/This is line (\d+)\./g)].map(([, line]) => line)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
    ]);
    expect(memory.context).toMatchObject({
      method: 'written',
      facts: [{ text: 'Ann counts lines.', about: 'user:ann' }],
    });
    expect(memory.context.usage).toMatchObject({ model: 'scripted' });
    expect(memory.context.facts[0]?.sources).toContainEqual({ id: ids[0], version: 1 });
    expect(memory.version).toBe(1);
  });

  it('is written once, by one question, where both keepers get the same reply while the model still writes', async () => {
    const scene = await Scene.create(running.store);
    const questions = new Questions(running.model);
    running.model.otherwise({ ...append('Ann counts lines.'), delay_ms: 1_000 });
    const ids = await fillWindow(scene);
    const [event] = await running.store.events(scene.workspace, ids.at(-1) as string);
    for (let time = 1; time <= 4; time += 1) await running.store.republish(event as NonNullable<typeof event>);
    await scene.shortWhen(isTaken(8));
    const bus = await running.store.bus('gateway');
    await eventually(async () => {
      const { durables, head } = await bus.request(Status, 'default', {});
      const replies = durables.find(({ name }) => name === `${MEMORY_KEEPER}-replies`);
      return replies !== undefined && replies.pending === 0 && replies.floor >= head;
    });
    expect(questions.all).toHaveLength(1);
    expect(await scene.short()).toMatchObject([{ version: 1 }]);
  });

  it('keeps texts with bars, line ends and emoji as they are, and counts no blank', async () => {
    const scene = await Scene.create(running.store);
    const texts = ['Ann said a|b.', 'Ann drew 🦊.', 'Ann wrote\nin two lines.', '   ', ''];
    running.model.next(append(...texts));
    await fillWindow(scene);
    const { context } = await scene.shortWhen(isTaken(8));
    expect(context.facts.map(({ text }) => text)).toEqual(texts.slice(0, 3));
  });

  it.each([
    ['prose', { say: 'Of course, I have noted it.' }],
    ['an empty list', append()],
    [
      'arguments of another shape',
      { calls: [{ name: 'append_to_short_term_memory', arguments: '{"facts": "none"}' }] },
    ],
    ['a refusal', { refuse: 'I cannot help with that.' }],
    ['an error 500', { status: 500 }],
  ])('after %s asks once more, and then keeps sentences of what was said', async (_, failure) => {
    const scene = await Scene.create(running.store);
    const questions = new Questions(running.model);
    running.model.otherwise(failure);
    await scene.import(['I am allergic to peanuts.', ...lines(8, 2)]);
    await scene.exchange('This is line 10.', 'This is line 11.');
    const { context } = await scene.shortWhen(isTaken(8));
    expect(context.method).toBe('extracted');
    expect(context.facts.map(({ text }) => text).join('\n')).toMatch(/allergic to peanuts/);
    expect(new Set(questions.all.map(({ content }) => content)).size).toBe(1);
    expect(questions.all.length).toBeGreaterThanOrEqual(2);
    expect(context.usage === undefined || context.usage.prompt_tokens !== undefined).toBe(true);
  });

  it('is written with the words of the second answer where the first was prose', async () => {
    const scene = await Scene.create(running.store);
    running.model.next({ say: 'Noted.' }, append('Ann counts lines.'));
    await fillWindow(scene);
    const { context } = await scene.shortWhen(isTaken(8));
    expect(context).toMatchObject({ method: 'written', facts: [{ text: 'Ann counts lines.' }] });
  });

  it('rests on a message that the model did not name if it has words of it', async () => {
    const scene = await Scene.create(running.store);
    running.model.next(append('Ann hid the zanzibar key.'));
    const ids = await scene.import(['Hello.', 'The zanzibar key is hidden.', ...lines(7, 3)]);
    await scene.exchange('This is line 10.', 'This is line 11.');
    const { context } = await scene.shortWhen(isTaken(8));
    expect(context.facts[0]?.sources.map(({ id }) => id)).toEqual(expect.arrayContaining([ids[0], ids[1]]));
  });
});

const eleven = [
  'Ann plays the cello on Sundays.',
  'Ann is allergic to peanuts.',
  'Her sister Mia works at the harbour.',
  'Ann sold a green Volvo.',
  'Rex, a beagle, sleeps under the stairs.',
  'Ann trained as a nurse in Bergen.',
  'Her birthday falls in May.',
  'Tea tastes better to Ann than coffee.',
  'Uncle Olav fishes for cod.',
  'Ann learns Portuguese at night.',
  'A window of the attic leaks.',
];

describe('the long-term memory', () => {
  it('gets the eight oldest of eleven facts, in one question with what it holds; three stay, and one line about the others', async () => {
    const scene = await Scene.create(running.store);
    const questions = new Questions(running.model);
    running.model.next(append(...eleven));
    running.model.otherwise(() => ({ say: 'no' }));
    await fillWindow(scene);
    const { context, version } = await scene.shortWhen(({ facts }) => facts.length === 3);
    expect(context.facts.map(({ text }) => text)).toEqual(eleven.slice(8));
    expect(context.shadow).toMatch(/8 earlier facts/);
    expect(version).toBe(2);
    const [section] = await scene.long();
    expect(section?.context).toMatchObject({ section: 'ann', readers: 'all', method: 'extracted' });
    expect(section?.context.facts.map(({ text }) => text)).toEqual(eleven.slice(0, 8));
    const asked = questions.all.filter(({ tool }) => tool === 'rewrite_memory');
    expect(asked.length).toBeGreaterThan(0);
    for (const text of eleven.slice(0, 8)) expect(asked[0]?.content).toContain(text);
    for (const text of eleven.slice(8)) expect(asked[0]?.content).not.toContain(text);
  });

  it('is written again in the words of the model, with the facts that each is made of, as the next version', async () => {
    const scene = await Scene.create(running.store);
    running.model.next(append(...eleven));
    running.model.otherwise(({ body }) => {
      const { messages } = body as unknown as { messages: { content: string }[] };
      const ids = [...(messages.at(-1)?.content ?? '').matchAll(/\[([a-z0-9]+)\]/g)].map(([, id]) => id);
      const text = `Of Ann: ${eleven.slice(0, 8).join(' ')}`;
      return rewrite('ann', [{ text, from: ids }]);
    });
    await fillWindow(scene);
    await scene.shortWhen(({ facts }) => facts.length === 3);
    const [section] = await scene.long();
    expect(section?.context).toMatchObject({
      method: 'written',
      facts: [{ text: expect.stringMatching(/^Of Ann: /) }],
    });
    expect(section?.context.usage).toMatchObject({ model: 'scripted' });
  });

  it('is not shortened by more than half unless the model confirms it: the facts are appended', async () => {
    const scene = await Scene.create(running.store);
    const questions = new Questions(running.model);
    running.model.next(append(...eleven));
    const short = { text: 'Ann has habits.', from: [] as string[] };
    running.model.otherwise(({ body }) => {
      const { tools, messages } = body as unknown as {
        tools: { function: { name: string } }[];
        messages: { content: string }[];
      };
      if (tools[0]?.function.name === 'confirm_rewrite')
        return { calls: [{ name: 'confirm_rewrite', arguments: { confirmed: false } }] };
      const ids = [...(messages.at(-1)?.content ?? '').matchAll(/\[([a-z0-9]+)\]/g)].map(([, id]) => id as string);
      return rewrite('ann', [{ ...short, from: ids }]);
    });
    await fillWindow(scene);
    await scene.shortWhen(({ facts }) => facts.length === 3);
    const [section] = await scene.long();
    expect(questions.all.map(({ tool }) => tool)).toEqual([
      'append_to_short_term_memory',
      'rewrite_memory',
      'confirm_rewrite',
    ]);
    expect(section?.context.facts.map(({ text }) => text)).toEqual(eleven.slice(0, 8));
  });
});

const BOB = { kind: 'user', id: 'bob' } as const;

describe('what is remembered for some readers', () => {
  it('is kept apart from what everybody may read, and from what other readers may read', async () => {
    const scene = await Scene.create(running.store, { window: 2, window_ratio: 0.5, extract_only: true });
    const toAnn = { audience: ['user:ann', 'agent:cook'] };
    const toBob = { audience: ['user:bob', 'agent:cook'], by: BOB };
    await scene.exchange('I am allergic to peanuts.', 'Noted.', toAnn);
    await scene.exchange('My dog is called Rex.', 'A fine name.', toBob);
    await scene.exchange('I live in Oslo.', 'Good.', toAnn);
    await scene.exchange('I work as a nurse.', 'Good.', toBob);
    const both = await eventually(async () => {
      const all = await scene.short();
      return all.length === 2 && all.every(({ context }) => (context.taken ?? 0) >= 2) ? all : null;
    });
    const [ann, bob] = ['user:ann', 'user:bob'].map((name) =>
      both.find(({ audience }) => (audience as readonly string[]).includes(name)),
    );
    expect(ann?.audience).toEqual(['agent:cook', 'user:ann']);
    expect(JSON.stringify(ann?.context)).toContain('peanuts');
    expect(JSON.stringify(ann?.context)).not.toContain('Rex');
    expect(JSON.stringify(bob?.context)).toContain('Rex');
    expect(JSON.stringify(bob?.context)).not.toContain('peanuts');
    expect(ann?.context.readers).not.toBe(bob?.context.readers);
  });
});
