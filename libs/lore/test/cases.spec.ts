import type { LoreEntryV1 } from '@crumbtrail/contracts';
import type { LoreInput, TimedEffect } from '../src/index';
import { activeIds, entryOf, run, said } from './scene';

interface ActivationCase {
  /** What SillyTavern's documentation says. */
  readonly says: string;
  readonly entries: readonly LoreEntryV1[];
  readonly said?: readonly string[];
  readonly input?: Partial<LoreInput>;
  readonly active: readonly string[];
  /** What its code does instead, and why we do not. */
  readonly differs?: string;
}

const one = (fields: Partial<LoreEntryV1>): LoreEntryV1[] => [entryOf('e', fields)];
const timedEntry = entryOf('e', { keys: ['dragon'], sticky: 3, cooldown: 2 });
const countsOf = (all: number): Partial<LoreInput> => ({ counts: { all, user: all, agent: 0 } });
const effects: TimedEffect[] = run([timedEntry], { messages: said('dragon'), ...countsOf(2) }).timedEffects.set.map(
  (effect) => ({ ...effect, message: null }),
);
/** So many messages, of which the second activated `timedEntry`. */
const at = (count: number): Partial<LoreInput> => ({ ...countsOf(count), timed: effects });

const CASES: readonly ActivationCase[] = [
  {
    says: 'a key in the text activates an entry',
    entries: one({ keys: ['dragon'] }),
    said: ['a dragon'],
    active: ['e'],
  },
  {
    says: 'without a key in the text it is not active',
    entries: one({ keys: ['dragon'] }),
    said: ['a cat'],
    active: [],
  },
  { says: 'keys ignore case by default', entries: one({ keys: ['Dragon'] }), said: ['DRAGON'], active: ['e'] },
  {
    says: 'case counts where the entry says so',
    entries: one({ keys: ['Dragon'], case_sensitive: true }),
    said: ['dragon'],
    active: [],
  },
  { says: 'a key of one word is a whole word', entries: one({ keys: ['king'] }), said: ['I like it'], active: [] },
  { says: 'a whole word is not part of a longer one', entries: one({ keys: ['king'] }), said: ['kings'], active: [] },
  {
    says: 'without whole words, a part of a word matches',
    entries: one({ keys: ['king'], match_whole_words: false }),
    said: ['liking'],
    active: ['e'],
  },
  {
    says: 'a phrase is matched as whole words, too',
    entries: one({ keys: ['red dog'] }),
    said: ['tired dogs'],
    active: [],
    differs: 'its code matches phrases as parts of words; a setting called whole words means phrases as well',
  },
  {
    says: 'words of other alphabets have boundaries, too',
    entries: one({ keys: ['кот'] }),
    said: ['котик'],
    active: [],
    differs: 'its code knows ASCII letters only',
  },
  {
    says: 'a word of a script without spaces is found in a sentence',
    entries: one({ keys: ['猫'] }),
    said: ['黒い猫がいる'],
    active: ['e'],
  },
  {
    says: 'a Korean name is found with its particles',
    entries: one({ keys: ['앨리스'] }),
    said: ['앨리스한테만은 말해 줘'],
    active: ['e'],
  },
  {
    says: 'a Korean name is not part of a longer one',
    entries: one({ keys: ['앨리스'] }),
    said: ['앨리스빌에 갔다'],
    active: [],
    differs: 'its code knows ASCII letters only',
  },
  {
    says: 'a key may be a regular expression',
    entries: one({ keys: ['/drag[oe]n/'] }),
    said: ['dragen'],
    active: ['e'],
  },
  {
    says: 'a regular expression has its own flags',
    entries: one({ keys: ['/Dragon/'] }),
    said: ['dragon'],
    active: [],
  },
  {
    says: 'a regular expression with i ignores case',
    entries: one({ keys: ['/Dragon/i'] }),
    said: ['dragon'],
    active: ['e'],
  },
  { says: 'names of speakers are searched', entries: one({ keys: ['Bob'] }), said: ['Bob: hello'], active: ['e'] },
  {
    says: 'names of speakers are not searched if that is off',
    entries: one({ keys: ['Bob'] }),
    said: ['Bob: hello'],
    input: { settings: { include_names: false } },
    active: [],
  },
  {
    says: 'the newest two messages are searched by default',
    entries: one({ keys: ['dragon'] }),
    said: ['a', 'b', 'dragon'],
    active: [],
  },
  {
    says: 'an entry may search deeper',
    entries: one({ keys: ['dragon'], scan_depth: 3 }),
    said: ['a', 'b', 'dragon'],
    active: ['e'],
  },
  {
    says: 'scan depth 0 still searches notes',
    entries: one({ keys: ['dragon'], scan_depth: 0 }),
    said: ['dragon'],
    input: { injections: [{ id: 'note', text: 'dragon' }] },
    active: ['e'],
    differs: 'its code searches nothing at depth 0; its documentation promises notes and recursion',
  },
  {
    says: 'scan depth 0 still searches activated content',
    entries: [entryOf('a', { constant: true, content: 'dragon' }), entryOf('e', { keys: ['dragon'], scan_depth: 0 })],
    active: ['a', 'e'],
    differs: 'as above',
  },
  { says: 'a constant entry needs no key', entries: one({ constant: true }), active: ['e'] },
  {
    says: 'a disabled entry is not active, even if constant',
    entries: one({ constant: true, enabled: false }),
    active: [],
  },
  {
    says: 'and any: one of the secondary keys',
    entries: one({ keys: ['a'], secondary_keys: ['b', 'c'] }),
    said: ['a c'],
    active: ['e'],
  },
  {
    says: 'without the selective flag, secondary keys do not count',
    entries: one({ keys: ['a'], secondary_keys: ['b'], selective: false }),
    said: ['a'],
    active: ['e'],
  },
  {
    says: 'not any: none of the secondary keys',
    entries: one({ keys: ['a'], secondary_keys: ['b'], logic: 'not_any' }),
    said: ['a b'],
    active: [],
  },
  { says: 'the decorator @@activate needs no key', entries: one({ content: '@@activate\ntext' }), active: ['e'] },
  {
    says: 'the decorator @@dont_activate keeps an entry off by its keys',
    entries: one({ keys: ['a'], content: '@@dont_activate\ntext' }),
    said: ['a'],
    active: [],
  },
  {
    says: 'an unknown decorator falls back to the next line',
    entries: one({ content: '@@unknown\n@@@activate\ntext' }),
    active: ['e'],
  },
  {
    says: 'an entry is for the kinds of generation that it lists',
    entries: one({ constant: true, triggers: ['quiet'] }),
    active: [],
  },
  {
    says: 'an entry is for the agents that it names',
    entries: one({ constant: true, agents: { names: ['other'] } }),
    active: [],
  },
  {
    says: 'an excluding filter is for all others',
    entries: one({ constant: true, agents: { names: ['other'], exclude: true } }),
    active: ['e'],
  },
  { says: 'a delay needs so many messages', entries: one({ constant: true, delay: 3 }), said: ['a', 'b'], active: [] },
  {
    says: 'sticky 3 holds for three further messages',
    entries: [timedEntry],
    said: ['hm'],
    input: at(5),
    active: ['e'],
    differs: 'its code ends one message earlier; the example of its documentation counts three',
  },
  { says: 'cooldown 2 follows for two messages', entries: [timedEntry], said: ['dragon'], input: at(7), active: [] },
  { says: 'after the cooldown it is free', entries: [timedEntry], said: ['dragon'], input: at(8), active: ['e'] },
  {
    says: 'one entry of a group, and those without a group, too',
    entries: ['a', 'b', 'c'].map((id) =>
      entryOf(id, {
        constant: true,
        ...(id === 'c' ? {} : { groups: ['g'], group_override: true, order: id === 'a' ? 1 : 2 }),
      }),
    ),
    active: ['b', 'c'],
  },
  {
    says: 'a loser of two groups takes nobody else with it',
    entries: [
      entryOf('a', { constant: true, groups: ['g', 'h'] }),
      entryOf('b', { constant: true, groups: ['g'], group_override: true }),
      entryOf('c', { constant: true, groups: ['h'], group_override: true }),
      entryOf('d', { constant: true }),
    ],
    active: ['b', 'c', 'd'],
    differs: 'its code removes the last candidate when a loser is removed twice',
  },
  {
    says: 'with group scoring, more matching keys win',
    entries: [entryOf('a', { keys: ['x', 'y'], groups: ['g'] }), entryOf('b', { keys: ['x', 'z'], groups: ['g'] })],
    said: ['x z'],
    input: { settings: { use_group_scoring: true } },
    active: ['b'],
  },
  { says: 'probability 0 is never active', entries: one({ constant: true, probability: 0 }), active: [] },
  {
    says: 'probability does not count where it is off',
    entries: one({ constant: true, probability: 0, use_probability: false }),
    active: ['e'],
  },
  {
    says: 'constant entries get the budget first',
    entries: [
      entryOf('c', { constant: true, content: 'x'.repeat(80), order: 1 }),
      entryOf('k', { keys: ['a'], content: 'y'.repeat(80), order: 9 }),
    ],
    said: ['a'],
    input: { contextTokens: 400 },
    active: ['c'],
    differs: 'its code goes by order alone; its documentation says that constant entries come first',
  },
  {
    says: 'the budget is the most tokens, all of which may be used',
    entries: one({ constant: true, content: 'x'.repeat(100) }),
    input: { contextTokens: 400 },
    active: ['e'],
    differs: 'its code drops an entry that fills the budget exactly',
  },
  {
    says: 'after an entry that does not fit, no smaller one enters',
    entries: [
      entryOf('a', { constant: true, content: 'x'.repeat(200), order: 9 }),
      entryOf('b', { constant: true, order: 1 }),
    ],
    input: { contextTokens: 400 },
    active: [],
  },
  {
    says: 'an entry that is found by meaning is active',
    entries: one({ vectorized: true }),
    input: { external: [{ book: 'book', id: 'e' }] },
    active: ['e'],
  },
  {
    says: 'macros in keys are expanded, and an empty key never matches',
    entries: [entryOf('a', { keys: ['{{user}}'] }), entryOf('b', { keys: ['{{none}}'] })],
    said: ['hello Zoe'],
    input: { expand: (text) => text.replace('{{user}}', 'Zoe').replace('{{none}}', '') },
    active: ['a'],
  },
  {
    says: 'an entry with a count is due every so many messages',
    entries: one({ count: { every: 3, of: 'user' } }),
    said: ['a', 'b', 'c'],
    active: ['e'],
  },
  {
    says: 'an entry with a count is not due in between',
    entries: one({ count: { every: 3, from: 1, until: 9 } }),
    said: ['a', 'b', 'c'],
    active: [],
  },
];

describe('what the documentation of SillyTavern says of activation', () => {
  test.each(CASES.map((each) => [each.says, each] as const))(
    '%s',
    (_, { entries, said: texts = [], input = {}, active }) => {
      expect(activeIds(run(entries, { messages: said(...texts), ...input }))).toEqual(active);
    },
  );
});
