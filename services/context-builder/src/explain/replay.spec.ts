import { ContextConfig, Session, type Candidate, type Envelope, type RetrieveRequest } from '@crumbtrail/contracts';
import * as fc from 'fast-check';
import { anyCandidates, anyOverrides } from '../../test/arbitrary';
import { ASSISTANT, candidate, id, USER } from '../../test/crumbs';
import { config, DEFINITION, envelope, InMemoryReader, session, TRIGGER } from '../../test/in-memory-reader';
import { recordContext, restoreRecorded, type RecordedBuild } from '../../test/recorded';
import { quotedCrumbs } from './context-payload';
import { replay } from './replay';

const members = [
  { kind: 'user' as const, id: 'user', name: 'Ann' },
  { kind: 'agent' as const, id: 'assistant' },
];
const crumbs = [DEFINITION, TRIGGER, session(members)];
const said = [
  candidate(1, 'The port of the dashboard is 8080.'),
  candidate(2, 'And now it is 9090.', { author: ASSISTANT }),
  candidate(3, 'Is it up now?'),
];

const again = async (
  { crumb }: RecordedBuild,
  stored: readonly (Envelope | { id: string; erased: true })[],
  found = said,
) => {
  const reader = new InMemoryReader([crumb, ...(stored as Envelope[])], found);
  const { recorded, restored } = await restoreRecorded(reader);
  return replay(recorded, restored);
};

const INN = envelope(
  Session,
  {
    name: 'inn',
    members: [
      { kind: 'user', id: 'user' },
      { kind: 'user', id: 'mia', name: 'Mia of the inn' },
    ],
  },
  { id: id(6000), session: 'inn' },
);

/** Finds texts of the past session `inn` too. */
class RecallingReader extends InMemoryReader {
  override async retrieve(request: RetrieveRequest) {
    const found = await super.retrieve(request);
    if (!request.sources.some(({ took_part }) => took_part)) return found;
    const { name, members: company = [] } = INN.context as NonNullable<(typeof Session)['context']>;
    return { ...found, recalled: [{ id: INN.id, version: INN.version, name, members: company }] };
  }
}

const tombstone = (crumb: { id: string }) => ({
  id: crumb.id,
  erased: true as const,
  erased_at: '2026-05-09T00:00:00.000Z',
  erased_by: USER,
  position: 99,
});

describe('a replay', () => {
  test('is byte-identical for any store, configuration, counting and format', async () => {
    const content = fc.string({ unit: 'grapheme', maxLength: 400 });
    const counting = fc.constantFrom(
      { mode: 'exact' as const },
      { mode: 'estimate' as const, factor: 1.3, margin: 0.1 },
    );
    await fc.assert(
      fc.asyncProperty(anyCandidates, anyOverrides, content, counting, async (found, overrides, words, counted) => {
        const trigger = { ...TRIGGER, context: { content: words.trim() === '' ? 'Why?' : words } };
        const persona = { persona: 'A <b>kind</b> & careful one.', model: { counting: counted } };
        const definition = { ...DEFINITION, context: { ...DEFINITION.context, ...persona } };
        const stored = [definition, trigger, session(members), config(overrides)];
        const left = await recordContext(stored, found);
        const reply = await again(left, stored, found);
        expect(reply.formatted_context).toBe(left.built.text);
        expect(reply).toMatchObject({ identical: true, hash: reply.recorded_hash, erased: [], differs: [] });
        expect(left.built.tokens.total).toBeLessThanOrEqual(left.built.budget.cap);
      }),
      { numRuns: 60 },
    );
  });

  test('is byte-identical after changes of the configuration, definitions, names and messages', async () => {
    const left = await recordContext(crumbs, said);
    const since = [
      { ...session([{ ...members[0], kind: 'user', id: 'user', name: 'Somebody else' }]), version: 2 },
      { ...DEFINITION, version: 2, context: { ...DEFINITION.context, prompt: 'Be rude.' } },
      envelope(ContextConfig, { consumer: 'assistant', format: 'lmml', budget: { max_tokens: 64 } }, { id: id(2500) }),
    ];
    const newer = [...said, candidate(1, 'The port is 1.', { version: 2 }), candidate(9, 'More of the port now.')];
    const reply = await again(left, [...crumbs, ...since], newer);
    expect(reply).toMatchObject({ identical: true, formatted_context: left.built.text });
    expect(reply.formatted_context).toContain('Ann: ');
  });

  test('is byte-identical with more speakers than the record holds', async () => {
    const crowd = Array.from({ length: 400 }, (_, n) =>
      candidate(n + 1, `And now ${n}.`, { author: { kind: 'user', id: `p-${n}` } }),
    );
    const wide = config({ sources: [{ type: 'recent', limit: 400 }], recent_exchanges: 40 });
    const left = await recordContext([...crumbs, wide], crowd);
    expect(await again(left, crumbs, crowd)).toMatchObject({ identical: true, formatted_context: left.built.text });
  });

  test('is byte-identical with excerpts in every format, and the record holds ranges and no text', async () => {
    const sentences = Array.from({ length: 60 }, (_, nth) => `Xylophone number ${nth} stands in hall ${nth}.`);
    const long = `${sentences.slice(0, 30).join(' ')} And NOW the port is 7070.\n${sentences.slice(30).join(' ')}`;
    const found = [...said, candidate(4, long, { author: ASSISTANT }), candidate(5, 'Thank you for all of it.')];
    for (const format of ['markdown', 'lmml', 'messages', 'turn'] as const) {
      const stored = [...crumbs, config({ format, budget: { max_tokens: 900 } })];
      const left = await recordContext(stored, found);
      expect(left.built.text).toMatch(/\[…\][^]*And NOW the port is 7070\.[^]*\[…\]/);
      expect(left.built.items.find((row) => row.id === id(4))?.ranges?.length).toBeGreaterThan(0);
      expect(JSON.stringify(left.crumb.context)).not.toMatch(/xylophone/i);
      expect(await again(left, stored, found)).toMatchObject({ identical: true, formatted_context: left.built.text });
    }
  });

  describe('of a part of a table', () => {
    const rows = Array.from({ length: 30 }, (_, nth) => `| ${nth} | XYLOPHONE${nth} | dashboard |`).join('\n');
    const part = { author: ASSISTANT, chunk: 2, chunks: 4 };
    const enclosing = { table: { heading: '| nr | name | where |', dashes: '|---|---|---|', more: true as const } };
    const found = [...said, candidate(4, rows, { ...part, enclosing }), candidate(5, 'Thank you for all of it.')];

    test('is byte-identical with its heading row in every format, and the record holds no word of it', async () => {
      for (const format of ['markdown', 'lmml', 'messages', 'turn'] as const) {
        const stored = [...crumbs, config({ format, budget: { max_tokens: 1_200 } })];
        const left = await recordContext(stored, found);
        expect(left.built.text.replaceAll('\\n', '\n')).toMatch(
          /\| nr \| name \| where \|\s+\|---\|---\|---\|\s+\[…\]\s+\| 0 \|/,
        );
        expect(left.built.items.find((row) => row.id === id(4))?.lead).toBeGreaterThan(30);
        expect(JSON.stringify(left.crumb.context)).not.toMatch(/xylophone|\| nr/i);
        expect(await again(left, stored, found)).toMatchObject({ identical: true, formatted_context: left.built.text });
      }
    });

    test('is byte-identical where the record is older than heading rows', async () => {
      const plain = found.map(({ enclosing: _, ...one }) => one);
      const left = await recordContext(crumbs, plain);
      expect(left.built.text).toContain('XYLOPHONE3');
      expect(await again(left, crumbs, found)).toMatchObject({ identical: true, formatted_context: left.built.text });
    });

    test('names it where its heading row reads differently', async () => {
      const left = await recordContext(crumbs, found);
      const since = found.map((one) => (one.enclosing ? { ...one, enclosing: { table: { heading: '| a |' } } } : one));
      const { identical, differs } = await again(left, crumbs, since);
      expect(identical).toBe(false);
      expect(differs).toEqual([{ what: 'text', items: [{ id: id(4), version: 1, chunk: 2 }] }]);
    });
  });

  test('is byte-identical with the members of a past session, and names it where it was erased', async () => {
    const found = [...said, candidate(7, 'The dashboard is up now in the inn.', { session: 'inn' })];
    const recalling = config({ preset: 'memory' });
    const left = await recordContext([...crumbs, recalling], found, {}, RecallingReader);
    expect(left.built.text).toMatch(/\(inn, \d\d:\d\d, with Mia of the inn, rank \d\): The dashboard/);
    const moved = { ...INN, version: 2, context: { name: 'inn', members: [] } };
    const reply = await again(left, [...crumbs, moved, INN], found);
    expect(reply).toMatchObject({ identical: true, formatted_context: left.built.text });
    expect(JSON.stringify(left.crumb.context)).not.toContain('Mia of the inn');
    expect(quotedCrumbs(left.built)).toContainEqual({ id: INN.id, version: 1 });
    expect((await again(left, [...crumbs, tombstone(INN)], found)).erased).toEqual([{ id: INN.id, version: 1 }]);
  });

  test('names what was erased, and returns no text', async () => {
    const left = await recordContext(crumbs, said);
    const reader = new InMemoryReader([left.crumb, ...crumbs], said, null, new Set([id(1)]));
    const { recorded, restored } = await restoreRecorded(reader);
    expect(replay(recorded, restored)).toMatchObject({
      identical: false,
      formatted_context: null,
      hash: null,
      erased: [{ id: id(1), version: 1, chunk: 0 }],
    });
  });

  test('names an erased message and an erased session too', async () => {
    const left = await recordContext(crumbs, said);
    const gone = [DEFINITION, tombstone(TRIGGER), tombstone(session(members))];
    const reply = await again(left, gone);
    expect(reply.erased.map((piece) => piece.id)).toEqual([TRIGGER.id, session(members).id]);
    expect(reply.formatted_context).toBeNull();
  });

  test('lists items that were erased or that the viewers may not read', async () => {
    const left = await recordContext(crumbs, said);
    const reply = await again(left, crumbs, said.slice(1));
    expect(reply).toMatchObject({ identical: false, formatted_context: null, erased: [] });
    expect(reply.differs).toEqual([{ what: 'hidden', items: [{ id: id(1), version: 1, chunk: 0 }] }]);
  });

  test('names the chunks that read differently, and returns the text as of today', async () => {
    const left = await recordContext(crumbs, said);
    const reply = await again(left, crumbs, [candidate(1, 'The port of the dashboard is 8081.'), ...said.slice(1)]);
    expect(reply).toMatchObject({ identical: false, erased: [] });
    expect(reply.differs).toEqual([{ what: 'text', items: [{ id: id(1), version: 1, chunk: 0 }] }]);
    expect(reply.formatted_context).toContain('8081');
  });

  test('names a renderer that differs', async () => {
    const left = await recordContext(crumbs, said);
    const older = { ...left.crumb, context: { ...left.crumb.context, renderer: 'hints/0 markdown/0' } };
    const reply = await again({ ...left, crumb: older }, crumbs);
    expect(reply).toMatchObject({ identical: true, differs: [{ what: 'renderer', recorded: 'hints/0 markdown/0' }] });
  });

  test('fails when the store returns what the agent may not read', async () => {
    const left = await recordContext(crumbs, said);
    const secret = said.map((one): Candidate => ({
      ...one,
      author: { kind: 'user', id: 'ann' },
      audience: ['user:ann'],
    }));
    await expect(again(left, crumbs, secret)).rejects.toThrow(/not in its audience/);
  });
});

describe('a recorded context', () => {
  test('contains no quoted text, so that an erasure reaches everything', async () => {
    const told = [...said, candidate(4, 'Xylophone zebra quagmire.'), candidate(5, '', { hint_error: 'no' })];
    const { crumb } = await recordContext(crumbs, told);
    expect(JSON.stringify(crumb.context)).not.toMatch(/port|dashboard|9090|xylophone|zebra|And now|Ann/i);
  });
});
