import { activate, compileLore, type LoreInput, type TimedEffect } from '../src/index';
import { activeIds, bookOf, entryOf, inputOf, run, said, wordsOn } from './scene';

describe('keys', () => {
  it('are found without the blanks around them, and a key of blanks is not', () => {
    const entries = [entryOf('padded', { keys: ['Oslo', ' Bergen\n'] }), entryOf('blank', { keys: [' ', '\n'] })];
    expect(activeIds(run(entries, { messages: said('Bergen, in the rain', 'Off we go') }))).toEqual(['padded']);
  });

  const LOGICS = { and_any: [0, 1, 1], and_all: [0, 0, 1], not_any: [1, 0, 0], not_all: [1, 1, 0] } as const;
  const SAID = ['', 'gold', 'gold silver'];

  for (const [logic, expected] of Object.entries(LOGICS)) {
    test(`${logic}: active only where the secondary keys are mentioned as it says, and never without a primary key`, () => {
      const entry = entryOf('e', { keys: ['dragon'], secondary_keys: ['gold', 'silver'], logic: logic as 'and_any' });
      const active = SAID.map((text) => activeIds(run([entry], { messages: said(`dragon ${text}`) })).length);
      const without = SAID.map((text) => activeIds(run([entry], { messages: said(text) })).length);
      expect(active).toEqual(expected);
      expect(without).toEqual([0, 0, 0]);
    });
  }

  test('a regular expression with \\x01 sees who says a thing, and no further than the message', () => {
    const entry = entryOf('e', { keys: ['/\\x01Bob:[^\\x01]*secret/'] });
    const active = (...texts: string[]): number => activeIds(run([entry], { messages: said(...texts) })).length;
    expect(active('Bob: the secret is out')).toBe(1);
    expect(active('Alice: the secret is out')).toBe(0);
    expect(active('Bob: hello', 'Alice: the secret is out')).toBe(0);
    expect(active('Alice: the secret is out', 'Bob: hello')).toBe(0);
  });

  test('a catastrophic regular expression runs in linear time', () => {
    const entry = entryOf('e', { keys: ['/(a+)+$/'] });
    const start = performance.now();
    const result = run([entry], { messages: said(`${'a'.repeat(30_000)}!`) });
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(activeIds(result)).toEqual([]);
  });

  test('a regular expression with too much work is not run, and the others still are', () => {
    const entries = [entryOf('big', { keys: ['/(a{1,400}b?){1,2}x/'] }), entryOf('small', { keys: ['/b+/'] })];
    const result = run(entries, { messages: said('b'.repeat(60_000)) });
    expect(activeIds(result)).toEqual(['small']);
    expect(result.verdicts[0]).toMatchObject({ verdict: 'regex_timeout' });
  });
});

describe('recursion', () => {
  const chain = (first = {}, second = {}): ReturnType<typeof entryOf>[] => [
    entryOf('bessie', { keys: ['Bessie'], content: 'Bessie is friends with Rufus.', ...first }),
    entryOf('rufus', { keys: ['Rufus'], ...second }),
  ];
  const ids = (entries: ReturnType<typeof chain>, settings = {}): string[] =>
    activeIds(run(entries, { messages: said('Bessie!'), settings }));

  test('the content of an entry activates another, unless one of them or the settings forbid it', () => {
    expect(ids(chain())).toEqual(['bessie', 'rufus']);
    expect(ids(chain({ prevent_recursion: true }))).toEqual(['bessie']);
    expect(ids(chain({}, { exclude_recursion: true }))).toEqual(['bessie']);
    expect(ids(chain(), { max_recursion_steps: 1 })).toEqual(['bessie']);
    expect(ids(chain(), { max_recursion_steps: 2 })).toEqual(['bessie', 'rufus']);
    expect(ids(chain(), { recursion: false })).toEqual(['bessie']);
  });

  test('delay levels open one after another', () => {
    const entries = [
      entryOf('one', { keys: ['Bessie'], delay_until_recursion: 1 }),
      entryOf('two', { keys: ['Bessie'], delay_until_recursion: 2 }),
    ];
    const { verdicts } = run(entries, { messages: said('Bessie!') });
    expect(verdicts.map(({ id, verdict, pass }) => [id, verdict, pass])).toEqual([
      ['one', 'active', 2],
      ['two', 'active', 4],
    ]);
  });

  test('a chain without end stops at the most passes', () => {
    const entries = Array.from({ length: 300 }, (_, n) =>
      entryOf(`e${n}`, { keys: [`k${n}x`], content: `k${n + 1}x` }),
    );
    const result = run(entries, { messages: said('k0x') });
    expect(activeIds(result)).toHaveLength(100);
  });
});

describe('timed effects', () => {
  const talk = (count: number): Partial<LoreInput> => ({
    messages: said(...Array.from({ length: count }, (_, n) => (count - n === 2 ? 'the dragon' : 'hm'))),
    settings: { scan_depth: 1 },
  });

  test('sticky 3, cooldown 2 and delay 2 over 8 messages: active at 2 to 5, cooling at 6 and 7, free at 8', () => {
    const entry = entryOf('e', { keys: ['dragon'], sticky: 3, cooldown: 2, delay: 2 });
    const lore = compileLore([bookOf([entry])]);
    let timed: readonly TimedEffect[] = [];
    const seen = Array.from({ length: 8 }, (_, at) => {
      const result = activate(lore, inputOf({ ...talk(at + 1), timed }));
      const { set, remove } = result.timedEffects;
      timed = [...timed.filter(({ id }) => !remove.some((ended) => ended.id === id)), ...set];
      return wordsOn(result, 'e');
    });
    expect(seen).toEqual([
      'delayed until message 2; there are 1',
      'key *dragon* at message −1; 1 token',
      'sticky until message 5; 1 token',
      'sticky until message 5; 1 token',
      'sticky until message 5; 1 token',
      'cooldown until message 7',
      'cooldown until message 7',
      'no key in the newest 1 messages',
    ]);
    expect(timed).toEqual([]);
  });

  const entry = entryOf('e', { keys: ['dragon'], sticky: 3 });
  const effect = run([entry], talk(2)).timedEffects.set[0] as TimedEffect;

  test('an effect ends when its message is deleted or replaced, and when its entry is edited', () => {
    const removed = (entries = [entry], fields = talk(3)): unknown =>
      run(entries, { ...fields, timed: [effect] }).timedEffects.remove.map(({ because }) => because);
    expect(removed()).toEqual([]);
    expect(removed([entry], talk(1))).toEqual(['message_deleted']);
    expect(
      removed([entry], { ...talk(3), messages: said('hm', 'hm', 'hm').map((one) => ({ ...one, id: `x${one.id}` })) }),
    ).toEqual(['message_deleted']);
    expect(removed([{ ...entry, content: 'other' }])).toEqual(['entry_changed']);
    expect(removed([{ ...entry, comment: 'a new label' }])).toEqual([]);
  });

  test('an effect of a book that does not apply to this agent stays', () => {
    expect(run([], { ...talk(3), timed: [effect] }).timedEffects).toEqual({ set: [], remove: [] });
  });
});

describe('draws', () => {
  const turns = Array.from({ length: 1_000 }, (_, turn) => ({ session: 's', turn: String(turn) }));

  test('the same seed gives the same result', () => {
    const entries = [
      entryOf('a', { constant: true, probability: 50 }),
      entryOf('b', { constant: true, groups: ['g'] }),
      entryOf('c', { constant: true, groups: ['g'] }),
    ];
    for (const seed of turns.slice(0, 20)) expect(run(entries, { seed })).toEqual(run(entries, { seed }));
  });

  test('entries with weights 100 and 300 win a quarter and three quarters, and probability 30 passes in 30 percent', () => {
    const weighed = ['a', 'b'].map((id, n) =>
      entryOf(id, { constant: true, groups: ['g'], group_weight: n === 0 ? 100 : 300 }),
    );
    const lore = compileLore([bookOf([...weighed, entryOf('p', { constant: true, probability: 30 })])]);
    const results = turns.map((seed) => activeIds(activate(lore, inputOf({ seed }))));
    const share = (id: string): number => results.filter((ids) => ids.includes(id)).length / 10;
    expect(Math.abs(share('a') - 25)).toBeLessThan(4);
    expect(share('a') + share('b')).toBe(100);
    expect(Math.abs(share('p') - 30)).toBeLessThan(4);
  });
});

describe('groups', () => {
  test('one entry of each group is active, and an entry without a group always is', () => {
    const entries = [
      entryOf('a', { keys: ['x'], groups: ['g1', 'g2'] }),
      entryOf('b', { keys: ['x'], groups: ['g1'], content: 'now y' }),
      entryOf('c', { keys: ['x'], groups: ['g2'], content: 'now y' }),
      entryOf('d', { keys: ['x'], content: 'now y' }),
      entryOf('late', { keys: ['y'], groups: ['g1'] }),
    ];
    const winners = new Set<string>();
    for (let turn = 0; turn < 200; turn += 1) {
      const ids = activeIds(run(entries, { messages: said('x'), seed: { session: 's', turn: String(turn) } }));
      for (const group of ['g1', 'g2']) {
        expect(entries.filter((entry) => entry.groups?.includes(group) && ids.includes(entry.id)).length).toBeLessThan(
          2,
        );
      }
      expect(ids).toContain('d');
      winners.add(ids.join());
    }
    expect(winners.size).toBeGreaterThan(1);
  });

  test('the verdict on a loser says the roll and the winner', () => {
    const result = run([
      entryOf('a', { constant: true, groups: ['g'], group_weight: 0 }),
      entryOf('b', { constant: true, groups: ['g'] }),
    ]);
    expect(wordsOn(result, 'a')).toMatch(/^lost group \*g\*: roll 0\.\d+ to \*b\*$/);
    expect(wordsOn(result, 'b')).toMatch(/^constant; won group \*g\*: roll 0\.\d+ over \*a\*; 1 token$/);
  });
});

describe('budget', () => {
  const sized = (id: string, tokens: number, order: number, fields = {}): ReturnType<typeof entryOf> =>
    entryOf(id, { keys: ['x'], content: id.repeat(tokens), order, ...fields });

  test('entries enter by order until one does not fit; exempt ones enter still', () => {
    const entries = [
      sized('a', 60, 9),
      sized('b', 30, 8),
      sized('c', 50, 7),
      sized('d', 5, 6),
      sized('e', 70, 5, { ignore_budget: true }),
    ];
    const result = run(entries, { messages: said('x'), contextTokens: 400 });
    expect(activeIds(result)).toEqual(['a', 'b', 'e']);
    expect(wordsOn(result, 'c')).toBe('over budget: 50 tokens, 10 left');
    expect(wordsOn(result, 'd')).toBe('over budget: 5 tokens, 10 left');
  });

  test('tokens are counted over all passes, also of entries that feed no recursion', () => {
    const entries = [
      sized('a', 50, 9, { prevent_recursion: true }),
      entryOf('b', { keys: ['x'], content: 'now y' }),
      entryOf('c', { keys: ['y'], content: 'c'.repeat(50) }),
    ];
    const result = run(entries, { messages: said('x'), contextTokens: 400 });
    expect(activeIds(result)).toEqual(['a', 'b']);
    expect(wordsOn(result, 'c')).toBe('over budget: 50 tokens, 45 left');
  });
});

describe('what is searched', () => {
  test('at scan depth 0 a scannable note and opted-in fields are searched still', () => {
    const entries = [
      entryOf('note', { keys: ['dragon'] }),
      entryOf('field', { keys: ['elf'], match_fields: ['persona'] }),
      entryOf('not', { keys: ['elf'] }),
    ];
    const fields = {
      messages: said('a dragon, an elf'),
      injections: [{ id: 'note', text: 'the dragon' }],
      fields: { persona: 'an elf' },
    };
    expect(activeIds(run(entries, { ...fields, settings: { scan_depth: 0 } }))).toEqual(['note', 'field']);
  });

  test('minimum activations widen the search one message at a time and stop when enough are active', () => {
    const texts = Array.from({ length: 12 }, (_, n) => ({ 4: 'gold', 8: 'silver', 10: 'tin' })[n] ?? 'hm');
    const entries = ['gold', 'silver', 'tin'].map((key) => entryOf(key, { keys: [key] }));
    const settings = { min_activations: 2 };
    expect(activeIds(run(entries, { messages: said(...texts), settings }))).toEqual(['gold', 'silver']);
    const limited = { ...settings, min_activations_depth_max: 6 };
    expect(activeIds(run(entries, { messages: said(...texts), settings: limited }))).toEqual(['gold']);
  });
});

describe('placement', () => {
  const POSITIONS = ['before', 'after', 'note_top', 'note_bottom', 'examples_top', 'examples_bottom'] as const;

  test('each position holds its entries, lower order above; a note that is not due holds none', () => {
    const entries = POSITIONS.flatMap((position) => [
      entryOf(`${position}-high`, { constant: true, position, order: 200 }),
      entryOf(`${position}-low`, { constant: true, position, order: 1 }),
    ]);
    const { placements } = run(entries);
    expect(placements.map(({ position }) => position)).toEqual(POSITIONS);
    expect(placements[0]?.text).toBe('BEFORE-LOW\nBEFORE-HIGH');
    const quiet = run(entries, { noteDue: false });
    expect(quiet.placements.map(({ position }) => position)).not.toContain('note_top');
    expect(wordsOn(quiet, 'note_top-low')).toContain("not placed: the author's note is not due");
  });

  test('entries of one depth and role are one text; the deepest come first, and the system is nearest to the reply', () => {
    const at = (id: string, depth: number, role?: 'user' | 'assistant' | 'system'): ReturnType<typeof entryOf> =>
      entryOf(id, { constant: true, position: 'at_depth', depth, ...(role && { role }) });
    const { placements } = run([
      at('s', 1),
      at('s2', 1),
      at('u', 1, 'user'),
      at('a', 1, 'assistant'),
      at('z', 0),
      at('deep', 9),
    ]);
    expect(placements.map(({ text }) => text)).toEqual(['DEEP', 'A', 'U', 'S2\nS', 'Z']);
  });

  test('outlets are named and in ascending order, too', () => {
    const entries = [
      entryOf('hi', { constant: true, position: 'outlet', outlet: 'o', order: 9 }),
      entryOf('lo', { constant: true, position: 'outlet', outlet: 'o', order: 1 }),
    ];
    expect(run(entries).placements).toMatchObject([{ position: 'outlet', outlet: 'o', text: 'LO\nHI' }]);
  });
});
