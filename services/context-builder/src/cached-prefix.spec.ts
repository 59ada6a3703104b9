import { ToolCatalog, type Candidate } from '@crumbtrail/contracts';
import { ASSISTANT, candidate, id, USER } from '../test/crumbs';
import { InMemoryRetriever } from '../test/in-memory-retriever';
import { indexed, seed, SEED_AGENT } from '../test/seed-conversation';
import { BuildCaches } from './build-caches';
import { buildContext } from './pipeline';

const TURNS = 50;
const isCatalog = ({ schema_name }: Candidate): boolean => schema_name === ToolCatalog.name;
const catalog = indexed().filter(isCatalog);
const messages = indexed().filter((one) => !isCatalog(one));
const rule = (version: number, text: string): Candidate => candidate(901, text, { version, schema_name: 'note.v1' });
const NEVER = rule(1, 'Never name a price.');
const ALWAYS = candidate(902, 'Always greet.', { schema_name: 'note.v1' });

const START = Date.parse('2025-10-03T02:43:00.000Z');

/** The context of a turn that follows the first `spoken` messages; each turn asks something else, a minute later. */
async function contextAfter(spoken: number, format: 'markdown' | 'turn' | 'lmml', standing: readonly Candidate[]) {
  const { text } = await buildContext(
    {
      access: {
        workspace: 'default',
        session: 'demo',
        agent: 'assistant',
        viewers: [{ participant: ASSISTANT }],
        readers: [],
      },
      as_of: 1000 + spoken,
      now: new Date(START + spoken * 60_000).toISOString(),
      trigger: {
        ref: { id: id(1000 + spoken), version: 1 },
        author: USER,
        text: `What about this: ${seed.messages[spoken % 40]?.content}`,
        tags: [],
      },
      definition: { id: id(2000), version: 1, system_prompt: 'You are a helpful assistant.', toolGrants: SEED_AGENT },
      overrides: [
        {
          format,
          sources: [
            { type: 'catalog' },
            { type: 'tagged', tags: ['rules'], schemas: ['note.v1'], section: 'knowledge' },
            { type: 'recent' },
            { type: 'hybrid' },
          ],
        },
      ],
      queries: 1,
    },
    {
      ports: new InMemoryRetriever([...messages.slice(0, spoken), ...standing]),
      caches: new BuildCaches(),
      contextWindow: 32_768,
    },
  );
  return text;
}

function sharedPrefix(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return a.slice(0, at);
}

/** The bytes with which the contexts of all turns begin. */
async function prefixOfTurns(format: 'markdown' | 'turn' | 'lmml', standingAt: (turn: number) => readonly Candidate[]) {
  const texts: string[] = [];
  for (let turn = 0; turn < TURNS; turn += 1)
    texts.push(await contextAfter(messages.length - TURNS + turn, format, standingAt(turn)));
  expect(new Set(texts).size).toBe(TURNS);
  return texts.reduce(sharedPrefix);
}

describe.each(['markdown', 'turn', 'lmml'] as const)('the beginning of the contexts of 50 turns, as %s', (format) => {
  test('has the same bytes through the sections whose sources do not change', async () => {
    const prefix = await prefixOfTurns(format, () => [...catalog, NEVER]);
    for (const { text } of [...catalog, NEVER])
      for (const line of text.split('\n')) expect(prefix).toContain(line.trim());
  });

  test('moves where a source changes, and not before', async () => {
    const prefix = await prefixOfTurns(format, (turn) => [...catalog, turn < 25 ? NEVER : rule(2, 'Name prices.')]);
    for (const { text } of catalog) for (const line of text.split('\n')) expect(prefix).toContain(line.trim());
    expect(prefix).not.toContain('price');
  });

  test('stays the same through what does not change, also where something written before it changes every turn', async () => {
    const changing = (turn: number): Candidate => ({ ...rule(turn + 1, `Turn ${turn}.`), position: 1_000 + turn });
    const prefix = await prefixOfTurns(format, (turn) => [...catalog, changing(turn), ALWAYS]);
    expect(prefix).toContain(ALWAYS.text);
  });
});
