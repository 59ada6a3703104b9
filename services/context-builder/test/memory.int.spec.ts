import {
  fingerprintAudience,
  MEMORY_KEEPER,
  MemoryLong,
  MemoryShort,
  memoryTags,
  Retrieve,
  UserMessage,
  type AgentDefV1,
  type Audience,
  type Envelope,
  type MemoryShortV1,
} from '@crumbtrail/contracts';
import { useBuilder } from './use-builder';

const running = useBuilder();
const AGENT = 'assistant';

/** A fact that rests on the first message of the session. */
const fact = (text: string, source: string): MemoryShortV1['facts'][number] => ({
  id: Buffer.from(text).toString('hex').slice(0, 32),
  text,
  about: 'user:ann',
  sources: [{ id: source, version: 1 }],
});

/** Writes a memory of the agent as the memory-keeper does: a short-term one of a session, or a section. */
async function remember(
  texts: readonly string[],
  {
    source,
    until,
    session,
    audience = 'all',
  }: { source: string; until?: number; session?: string; audience?: Audience },
): Promise<void> {
  const { store, scene } = running;
  const readers = fingerprintAudience(audience);
  const facts = texts.map((text) => fact(text, source));
  const own = { agent: AGENT, readers, facts };
  const context = until === undefined ? { ...own, section: 'ann' } : { ...own, session: session ?? 'demo', until };
  const schema_name = until === undefined ? MemoryLong.name : MemoryShort.name;
  const keeper = await store.as(MEMORY_KEEPER, scene.workspace);
  const draft = { schema_name, audience, tags: memoryTags(own), context };
  await keeper.commit({ writes: [{ op: 'create', draft }] });
}

const lines = (count: number): { text: string }[] =>
  Array.from({ length: count }, (_, n) => ({ text: `Pebble number ${n + 1} is grey.` }));

async function positionOf(id: string): Promise<number> {
  const messages = await running.store.crumbs(running.scene.workspace, UserMessage.name);
  return messages.find((one) => one.id === id)?.position ?? 0;
}

async function contextOf(message: Envelope): Promise<string> {
  const { scene } = running;
  const turn = await scene.openTurn(message);
  const { context } = await scene.contextFor(turn);
  await scene.stopTurn(turn);
  return context.formatted_context ?? '';
}

const withMemory = (memory: AgentDefV1['memory'] = {}) => running.scene.redefine({ memory });

describe('the context of an agent with a memory', () => {
  it('has the memory and the newest messages, and none that has left the window', async () => {
    const { scene } = running;
    await withMemory();
    const ids = await scene.import(lines(11));
    await remember(['Ann collects pebbles.'], { source: ids[0] as string, until: await positionOf(ids[7] as string) });
    const text = await contextOf(await scene.say('Shall we dance?'));
    expect(text).toContain('## Memory\n  - Ann collects pebbles.');
    const shown = [...text.matchAll(/Pebble number (\d+) is/g)].map(([, number]) => Number(number));
    expect(shown).toEqual([9, 10, 11]);
  });

  it('has every message that has not left the window, however many there are', async () => {
    const { scene } = running;
    await withMemory();
    await scene.import(lines(14));
    const text = await contextOf(await scene.say('Shall we dance?'));
    expect([...text.matchAll(/Pebble number \d+ is/g)]).toHaveLength(14);
  });

  it('has what is remembered of other sessions, and with the scope `session` only what is of this one', async () => {
    const { scene } = running;
    await withMemory();
    const [source = ''] = await scene.import([{ text: 'Hello.', session: 'elsewhere' }]);
    await remember(['Ann plays the cello.'], { source });
    await remember(['Ann moved to Oslo.'], { source, until: 1, session: 'elsewhere' });
    const text = await contextOf(await scene.say('Which instrument does Ann play?'));
    expect(text).toMatch(/## Memory\n {2}ann:\n {2}- Ann plays the cello\.[^]*Ann moved to Oslo\./);
    await withMemory({ scope: 'session' });
    expect(await contextOf(await scene.say('Which instrument does Ann play?'))).not.toContain('cello');
  });

  it('has nothing that a reader of the answer may not read, and what is shared', async () => {
    const { scene } = running;
    await withMemory();
    const [source = ''] = await scene.import([{ text: 'Hello.' }]);
    await remember(['Ann is allergic to peanuts.'], { source, audience: ['agent:assistant', 'user:ann'] });
    await remember(['The kitchen closes at nine.'], { source, until: 1 });
    const text = await contextOf(await scene.say('What is known of peanuts?'));
    expect(text).not.toContain('allergic');
    expect(text).toContain('The kitchen closes at nine.');
  });

  it('is within the tokens that the definition gives to memories', async () => {
    const { scene } = running;
    await withMemory({ max_tokens: 60 });
    const [source = ''] = await scene.import([{ text: 'Hello.', session: 'elsewhere' }]);
    const many = Array.from({ length: 60 }, (_, n) => `Ann keeps jar ${n} beside the window of the pantry.`);
    await remember(many, { source });
    const turn = await scene.openTurn(await scene.say('What does Ann keep?'));
    const { context } = await scene.contextFor(turn);
    expect(context.tokens.by_section['memory']).toBeGreaterThan(0);
    // The heading and line ends are counted with the text around them.
    expect(context.tokens.by_section['memory']).toBeLessThan(70);
  });
});

it('an agent without a memory searches for none', async () => {
  const { scene, store } = running;
  await contextOf(await scene.say('Shall we dance?'));
  const types = store.requests(Retrieve, scene.workspace).flatMap(({ body }) => body.sources.map(({ type }) => type));
  expect(types.length).toBeGreaterThan(0);
  expect(types).not.toContain('memory');
});
