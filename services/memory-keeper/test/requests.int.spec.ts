import {
  AGENT_EXECUTOR,
  ChangeFact,
  CreateKey,
  CrumbError,
  GATEWAY,
  RecallMemory,
  ReflectOnMemory,
  RememberFact,
  SwitchMemoryContext,
  TOOL_RUNNER,
  type Audience,
  type MemoryShortV1,
  type Participant,
  type Role,
} from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { useKeeper } from './keeper-under-test';
import { ANN, COOK, Scene } from './scene';

const running = useKeeper();
const BOB: Participant = { kind: 'user', id: 'bob' };

const append = (facts: readonly object[]) => ({
  calls: [{ name: 'append_to_short_term_memory', arguments: { facts } }],
});
const toolOf = (body: unknown): string =>
  (body as { tools: { function: { name: string } }[] }).tools[0]?.function.name ?? '';
const contentOf = (body: unknown): string =>
  (body as { messages: { content: string }[] }).messages.at(-1)?.content ?? '';
const idsIn = (text: string): string[] => [...text.matchAll(/\[([a-z0-9]{8,})\]/g)].map(([, id]) => id as string);

/** A session with three remembered facts and an open turn of Ann's next message. */
async function openTurn(
  facts = ['Ann is allergic to peanuts.', 'Mia works at the harbour.', 'Rex sleeps under the stairs.'],
  audience?: Audience,
) {
  const scene = await Scene.create(running.store, { window: 2, window_ratio: 1 });
  running.model.next(append(facts.map((text) => ({ text, about: 'user:ann', messages: [1, 2] }))));
  const more = audience ? { audience } : {};
  await scene.exchange('Hello.', 'Hello.', more);
  await scene.exchange('Listen.', 'I do.', more);
  const memory = await scene.shortWhen(({ facts: all }) => all.length === facts.length);
  const message = await scene.say('And now?', more);
  const turn = await scene.openTurn(message);
  const runner = await running.store.as(TOOL_RUNNER, scene.workspace);
  return { scene, memory, message, turn, runner, asker: { agent: COOK, session: 'kitchen', turn } };
}

async function keyOf(scene: Scene, participant: Participant, role: Role): Promise<string> {
  const operator = await running.store.asOperator(scene.workspace);
  return (await operator.request(CreateKey, { participant, role })).secret;
}

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing',
    (error: unknown) => (error instanceof CrumbError ? error.code : error),
  );

beforeEach(() => running.model.otherwise({ say: 'no' }));

describe('recall', () => {
  it('answers in the words of the model with the facts and messages that it rests on, and stores nothing', async () => {
    const { runner, asker, memory } = await openTurn();
    running.model.next({
      calls: [
        {
          name: 'answer_from_memory',
          arguments: { known: true, answer: 'No nuts for her.', facts: [memory.context.facts[0]?.id] },
        },
      ],
    });
    const reply = await runner.request(RecallMemory, { ...asker, hint: 'What may she eat?' });
    expect(reply).toMatchObject({ known: true, answer: 'No nuts for her.', method: 'written' });
    expect(reply.facts.map(({ fact }) => fact.text)).toEqual(['Ann is allergic to peanuts.']);
    expect(reply.sources.length).toBeGreaterThan(0);
    expect(reply.model_calls).toHaveLength(1);
  });

  it('rests on the facts that have its words where the model names none, and on none of the others', async () => {
    const { runner, asker } = await openTurn();
    const named = { known: true, answer: 'Mia has a job at the harbour.' };
    running.model.next({ calls: [{ name: 'answer_from_memory', arguments: named }] });
    const reply = await runner.request(RecallMemory, { ...asker, hint: 'Where does her sister work?' });
    expect(reply.facts.map(({ fact }) => fact.text)).toEqual(['Mia works at the harbour.']);
  });

  it('lists the facts about the hint where the answer of the model has no words of any fact', async () => {
    const { runner, asker } = await openTurn();
    const named = { known: true, answer: 'Yes, quite often.' };
    running.model.next({ calls: [{ name: 'answer_from_memory', arguments: named }] });
    const reply = await runner.request(RecallMemory, { ...asker, hint: 'Is there something about peanuts?' });
    expect(reply).toMatchObject({ method: 'extracted', answer: '- Ann is allergic to peanuts.' });
  });

  it('says that nothing is known where the model finds nothing', async () => {
    const { runner, asker } = await openTurn();
    running.model.next({ calls: [{ name: 'answer_from_memory', arguments: { known: false } }] });
    const reply = await runner.request(RecallMemory, { ...asker, hint: 'The weather on Mars?' });
    expect(reply).toMatchObject({ known: false, answer: 'Nothing is known about this.', facts: [], sources: [] });
  });

  it('gives the facts about the hint themselves where no model answers', async () => {
    const { runner, asker } = await openTurn();
    const reply = await runner.request(RecallMemory, { ...asker, hint: 'peanuts?' });
    expect(reply).toMatchObject({ known: true, method: 'extracted', answer: '- Ann is allergic to peanuts.' });
  });

  it('tells nothing that a reader of the answer may not read', async () => {
    const { scene, runner } = await openTurn(['Ann is allergic to peanuts.'], ['agent:cook']);
    const message = await scene.say('What does she eat?', { by: BOB, session: 'hall' });
    const turn = await scene.openTurn(message);
    const reply = await runner.request(RecallMemory, { agent: COOK, session: 'hall', turn, hint: 'peanuts' });
    expect(reply).toMatchObject({ known: false, facts: [] });
  });
});

describe('remember', () => {
  it('adds a fact that rests on the message of the turn', async () => {
    const { runner, asker, scene, message } = await openTurn();
    await runner.request(RememberFact, { ...asker, text: 'Ann prefers green plates.' });
    const { context } = await scene.shortWhen(({ facts }) => facts.length === 4);
    expect(context.facts.at(-1)).toMatchObject({
      text: 'Ann prefers green plates.',
      sources: [{ id: message.id, version: 1 }],
    });
  });
});

describe('reflect and switch_context', () => {
  it.each([
    ['reflect', ReflectOnMemory, {}],
    ['switch_context', SwitchMemoryContext, { task: 'Plan a dinner.' }],
  ])('%s asks one question and writes a new version', async (_, operation, more) => {
    const { runner, asker, scene, memory } = await openTurn();
    const before = running.model.calls.length;
    running.model.next(
      // The words of all three facts in one.
      { calls: [] },
    );
    running.model.otherwise(({ body }) => {
      const text = 'Ann is allergic to peanuts. Mia works at the harbour. Rex sleeps under the stairs.';
      const section = '(short-term memory)';
      const sections = [{ section, facts: [{ text, from: idsIn(contentOf(body)) }] }];
      return toolOf(body) === 'rewrite_memory'
        ? { calls: [{ name: 'rewrite_memory', arguments: { sections } }] }
        : { say: 'no' };
    });
    const reply = await runner.request(operation as typeof ReflectOnMemory, { ...asker, ...more });
    expect(reply.method).toBe('written');
    expect(running.model.calls.slice(before).filter(({ body }) => toolOf(body) === 'rewrite_memory')).toHaveLength(2);
    const [next] = await scene.short();
    expect(next?.version).toBe(memory.version + 1);
    expect(next?.context.facts).toHaveLength(1);
    expect(reply.memories).toContainEqual({ id: memory.id, version: memory.version + 1 });
  });

  it('loses no fact that the new task does not need: it goes into the long-term memory', async () => {
    const { runner, asker, scene } = await openTurn();
    await scene.redefine({ window: 2, window_ratio: 1, extract_only: true });
    await eventually(async () => {
      await runner.request(SwitchMemoryContext, { ...asker, task: 'Something about the harbour.' });
      const [short] = await scene.short();
      return short?.context.facts.length === 1;
    });
    const [short] = await scene.short();
    expect(short?.context.facts.map(({ text }) => text)).toEqual(['Mia works at the harbour.']);
    const texts = (await scene.long()).flatMap(({ context }) => context.facts.map(({ text }) => text));
    expect(texts).toEqual(expect.arrayContaining(['Ann is allergic to peanuts.', 'Rex sleeps under the stairs.']));
  });
});

describe('a fact', () => {
  const change = async (scene: Scene, key: string, request: object) =>
    (await running.store.as(GATEWAY, scene.workspace, { key })).request(ChangeFact, request as never);

  it('is reworded, pinned and forgotten by the person that it is about, and by nobody else', async () => {
    const { scene, memory } = await openTurn();
    const [first, second] = memory.context.facts as [MemoryShortV1['facts'][number], MemoryShortV1['facts'][number]];
    const [ann, bob] = [await keyOf(scene, ANN, 'writer'), await keyOf(scene, BOB, 'writer')];
    const edit = { memory: memory.id, fact: first.id, change: { do: 'edit', text: 'Ann may eat peanuts now.' } };
    expect(await codeOf(change(scene, bob, edit))).toBe('forbidden');
    await change(scene, ann, edit);
    await change(scene, ann, { memory: memory.id, fact: second.id, change: { do: 'pin' } });
    const [stored] = await scene.short();
    expect(stored?.context.changed_by).toBe('user:ann');
    expect(stored?.context.facts[0]).toMatchObject({ text: 'Ann may eat peanuts now.', edited_by: 'user:ann' });
    expect(stored?.context.facts[1]).toMatchObject({ pinned: true });
    await change(scene, ann, { memory: memory.id, fact: first.id, change: { do: 'forget' } });
    const [left] = await scene.short();
    expect(left?.id).not.toBe(memory.id);
    expect(left?.context).toMatchObject({ revision: 1 });
    expect(JSON.stringify(left)).not.toMatch(/peanuts/);
    const operator = await running.store.asOperator(scene.workspace);
    expect(await codeOf(operator.history(memory.id))).toBe('erased');
  });

  it('is not changed at a version that the client has not seen, and not by another agent', async () => {
    const { scene, memory, turn, runner } = await openTurn();
    const [fact] = memory.context.facts;
    const ann = await keyOf(scene, ANN, 'writer');
    const pin = { memory: memory.id, fact: fact?.id ?? '', change: { do: 'pin' as const } };
    expect(await codeOf(change(scene, ann, { ...pin, version: memory.version + 1 }))).toBe('version_conflict');
    expect(await codeOf(runner.request(ChangeFact, { ...pin, agent: 'baker', turn }))).toBe('forbidden');
    await runner.request(ChangeFact, { ...pin, agent: COOK, turn });
    expect((await scene.short())[0]?.context.facts[0]?.pinned).toBe(true);
  });
});

it('requests about memories are accepted only from the services through which agents and people send them', () => {
  expect(RecallMemory.callers).toEqual([TOOL_RUNNER]);
  expect(ChangeFact.callers).not.toContain(AGENT_EXECUTOR);
});
