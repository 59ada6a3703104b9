import type { Explanation } from '@crumbtrail/client';
import { explanationLines } from './explanation';
import { printedLines } from '../../test/printed-lines';

const empty = {
  agent: 'ann',
  tokens: { total: 5, by_section: { message: 5 } },
  budget: { cap: 100 },
  kept: 0,
  dropped: 0,
  beyond: 0,
  items: [],
  billed: null,
  as_of: 1,
};
const scene = {
  shown: [
    { source: 'scenario', slot: 'before', tokens: 9 },
    { source: 'lore harbour/dragon', slot: 'at_depth', depth: 1, role: 'user', tokens: 20 },
  ],
  omitted: [{ source: 'injection storm', tokens: 700 }],
  lore: {
    verdicts: [
      { entry: 'harbour/dragon', label: 'Dragon', verdict: 'active', says: 'key *dragon* at message −1; 20 tokens' },
      { entry: 'harbour/kraken', verdict: 'cooldown', says: 'cooldown until message 17' },
      { entry: 'harbour/whale', verdict: 'no_key', says: 'no key in the newest 2 messages' },
    ],
    counts: { active: 1, cooldown: 1, no_key: 240 },
  },
};

const linesOf = (more: object): string[] =>
  printedLines(explanationLines({ ...empty, ...more } as unknown as Explanation));

test('explanationLines: a block Scene lists texts with their places, what did not fit, verdicts in words, and counts the rest', () => {
  const lines = linesOf({ scene });
  expect(lines.slice(lines.indexOf('Scene')).map((line) => line.replaceAll(/ {2,}/g, ' | '))).toEqual([
    'Scene',
    'text | tokens | place',
    'scenario | 9 | above everything else',
    'lore harbour/dragon | 20 | at depth 1, as user',
    'injection storm | 700 | did not fit',
    '',
    'lore | entry | label | why',
    'active | harbour/dragon | Dragon | key *dragon* at message −1; 20 tokens',
    ' | harbour/kraken | cooldown until message 17',
    'Other entries: 240 no key.',
  ]);
});

test('explanationLines: no block Scene where none applied, and a reason where lore was refused', () => {
  expect(linesOf({})).not.toContain('Scene');
  const refused = { ...scene, shown: [], omitted: [], lore: { verdicts: [], counts: {}, refused: 'too many entries' } };
  expect(linesOf({ scene: refused }).join('\n')).toMatch(
    /Scene\nNothing of it is shown\.\n\nNo lore applied: too many entries\nNo entry of lore is active\.$/,
  );
});
