import type { LoreEntryV1, SceneV1 } from '@crumbtrail/contracts';
import * as fc from 'fast-check';
import { anyCandidates, anyOverrides } from '../../test/arbitrary';
import { ASSISTANT, at, candidate, id } from '../../test/crumbs';
import { bookOf, config, DEFINITION, InMemoryReader, sceneOf, TRIGGER } from '../../test/in-memory-reader';
import { recordContext, restoreRecorded } from '../../test/recorded';
import { replay } from '../explain/replay';
import { gatherTurn } from '../gather/gather-turn';

const said = [candidate(1, 'A dragon sleeps under the hill.'), candidate(2, 'Then we tiptoe.', { author: ASSISTANT })];

type Entries = Readonly<Record<string, Omit<LoreEntryV1, 'book' | 'id'>>>;

const valley = (entries: Entries, scene: Omit<SceneV1, 'session' | 'lore'> = {}, lore: SceneV1['lore'] = {}) => [
  DEFINITION,
  TRIGGER,
  ...bookOf('valley', entries),
  sceneOf({ session: 'demo', ...scene, lore: { books: ['valley'], scan_depth: 4, ...lore } }),
];

const dragon = { content: 'The dragon guards the pass.', keys: ['dragon'] };

describe('lore in a context', () => {
  it('holds an entry whose key was said, and says why each entry is in or not', async () => {
    const { built } = await recordContext(
      valley({ dragon, elf: { content: 'Elves sing.', keys: ['elf'], comment: 'Elves' } }),
      said,
    );
    expect(built.text).toContain('## Lore\n  The dragon guards the pass.\n');
    expect(built.text).not.toContain('Elves');
    expect(built.scene?.lore).toMatchObject({
      placed: [{ name: 'valley/dragon', position: 'before', constant: false }],
      verdicts: [
        {
          entry: 'valley/dragon',
          verdict: 'active',
          says: expect.stringMatching(/^key \*dragon\* at message −3; \d+ tokens$/),
        },
        { entry: 'valley/elf', label: 'Elves', verdict: 'no_key', says: 'no key in the newest 4 messages' },
      ],
      counts: { active: 1, no_key: 1 },
      timed: [],
    });
  });

  it('puts what is always active first, and what comes and goes directly above the conversation', async () => {
    const rules = { content: 'Magic is rare.', constant: true };
    const { built } = await recordContext(valley({ rules, dragon }, { scenario: 'A valley.' }), said);
    expect(built.text).toMatch(
      /^## Lore\n {2}Magic is rare\.\n\n## Scenario\n {2}A valley\.\n\n## Lore\n {2}The dragon guards the pass\.\n\n## Recent\n/,
    );
  });

  it('puts entries at their depth as one message of their role', async () => {
    const deep = { ...dragon, position: 'at_depth' as const, depth: 1, role: 'user' as const };
    const stored = [
      ...valley({ a: { ...deep, content: 'Low.', order: 1 }, b: { ...deep, content: 'High.', order: 2 } }),
      config({ format: 'messages' }),
    ];
    const messages = JSON.parse((await recordContext(stored, said)).built.text) as { role: string; content: string }[];
    expect(messages.at(-2)).toEqual({ role: 'user', content: 'Low.\nHigh.' });
    expect(messages.at(-1)?.content).toBe('And now?');
  });

  it('at an outlet stands where an operator’s text names it, and nowhere else', async () => {
    const weather = { position: 'outlet' as const, outlet: 'weather' };
    const entries = {
      rain: { content: 'It rains on {{char}}.', constant: true, ...weather, order: 1 },
      wind: { content: 'The wind {{outlet::weather}}howls.', keys: ['dragon'], ...weather, order: 2 },
      unnamed: { content: 'Nobody names this.', constant: true, position: 'outlet' as const, outlet: 'other' },
    };
    const scene = { scenario: 'Outside: {{outlet::weather}} Inside: {{outlet::nothing}}warm.' };
    const stored = valley(entries, scene);
    const { built } = await recordContext(stored, said);
    expect(built.text).toContain('Outside: It rains on Assistant.\n  The wind howls. Inside: warm.');
    expect(built.text).not.toContain('Nobody names this.');
    expect(built.text.match(/It rains/g)).toHaveLength(1);
  });

  it.each([
    [3, true],
    [4, false],
  ])(
    "stands at the author's note only in turns in which that is due (%i messages: %s)",
    async (user_messages, isShown) => {
      const note = { text: 'Whisper.', interval: 3 };
      const reader = valley({ dragon: { ...dragon, position: 'note_top' } }, { note });
      class Talked extends InMemoryReader {
        override activity = { user_messages, agent_messages: 0, answers_since: [] };
      }
      const { built } = await recordContext(reader, said, {}, Talked);
      expect(built.text.includes('[Lore]\n  The dragon guards the pass.\n[Note]\n  Whisper.')).toBe(isShown);
    },
  );

  it('is active by the effect of an earlier turn, and leaves its own', async () => {
    const sticky = { ...dragon, sticky: 3 };
    class Talked extends InMemoryReader {
      override activity = { user_messages: 2, agent_messages: 1, answers_since: [], lore_effects: [] };
    }
    const first = await recordContext(valley({ dragon: sticky }), said, {}, Talked);
    const timed = first.built.scene?.lore?.timed ?? [];
    expect(timed).toMatchObject([{ book: 'valley', id: 'dragon', start: 3, sticky_until: 6 }]);
    class Later extends InMemoryReader {
      override activity = { user_messages: 3, agent_messages: 2, answers_since: [], lore_effects: [timed] };
    }
    const quiet = [candidate(2, 'Then we tiptoe.', { author: ASSISTANT }), candidate(3, 'Shh.'), candidate(4, 'Shh!')];
    const later = await recordContext(valley({ dragon: sticky }), quiet, {}, Later);
    expect(later.built.scene?.lore?.verdicts[0]?.says).toMatch(/^sticky until message 6; /);
    expect(later.built.text).toContain('The dragon guards the pass.');
  });

  it('costs queries only where a scene names books, and counts messages only where an entry depends on them', async () => {
    const turn = {
      agent: 'assistant',
      definition: { id: DEFINITION.id, version: 1 },
      trigger: { id: TRIGGER.id, version: 1 },
      generation: 0,
      lane: 'session:demo',
      runner: 'pool' as const,
      as_of: 42,
      now: at(5),
      deadline_at: at(6),
    };
    const queriesOf = async (stored: ReturnType<typeof valley>) =>
      (await gatherTurn(turn, 'demo', new InMemoryReader(stored))).queries;
    expect(await queriesOf([DEFINITION, TRIGGER, ...bookOf('valley', { dragon })])).toBe(1);
    expect(await queriesOf(valley({ dragon }))).toBe(3);
    expect(await queriesOf(valley({ dragon: { ...dragon, cooldown: 2 } }))).toBe(5);
  });

  it('is not read by an agent outside the audience of its book', async () => {
    const stored = valley({ dragon }).map((one) =>
      one.schema_name === 'lore.book.v1' ? { ...one, audience: ['agent:bob'] } : one,
    );
    expect((await recordContext(stored, said)).built.text).not.toContain('guards the pass');
  });

  it('is replayed byte-identically in every format, also after entries changed', async () => {
    const position = fc.constantFrom('before', 'after', 'note_top', 'note_bottom', 'at_depth', 'examples_top');
    const entry = fc.record(
      {
        content: fc.constantFrom('Low.', '## Tools', '@@activate\nForced.', '</lore>', 'x '.repeat(80)),
        keys: fc.constantFrom(['dragon'], ['And'], ['/a.d/i']),
        constant: fc.boolean(),
        position,
        depth: fc.nat(6),
        role: fc.constantFrom('system', 'user', 'assistant'),
        probability: fc.constantFrom(50, 100),
      },
      { requiredKeys: ['content'] },
    );
    const entries = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), entry);
    await fc.assert(
      fc.asyncProperty(anyCandidates, anyOverrides, entries, async (found, overrides, all) => {
        const stored = [...valley(all as Entries, { note: { text: 'Whisper.' } }), config(overrides)];
        const { crumb, built } = await recordContext(stored, found);
        const changed = stored.map((one) => ({
          ...one,
          version: one.version + 1,
          context: { ...one.context, content: 'Other.' },
        }));
        const reader = new InMemoryReader([crumb, ...stored, ...changed], found);
        const { recorded, restored } = await restoreRecorded(reader);
        expect(replay(recorded, restored)).toMatchObject({ identical: true, formatted_context: built.text });
        expect(built.tokens.total).toBeLessThanOrEqual(built.budget.cap);
      }),
      { numRuns: 50 },
    );
  });

  it('of an erased entry cannot be replayed, and the replay names the entry', async () => {
    const stored = valley({ dragon });
    const { crumb } = await recordContext(stored, said);
    const entry = stored.find((one) => one.schema_name === 'lore.entry.v1') as (typeof stored)[number];
    const gone = { id: entry.id, erased: true as const, erased_at: at(9), erased_by: ASSISTANT, position: 99 };
    const reader = new InMemoryReader([crumb, ...stored.filter((one) => one !== entry), gone], said);
    const { recorded, restored } = await restoreRecorded(reader);
    expect(replay(recorded, restored)).toMatchObject({ identical: false, erased: [{ id: entry.id, version: 1 }] });
    expect(id(1)).not.toBe(entry.id);
  });
});
