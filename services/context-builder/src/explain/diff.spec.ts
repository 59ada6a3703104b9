import type { AccountItem } from '@crumbtrail/contracts';
import * as fc from 'fast-check';
import { anyCandidates, anyOverrides } from '../../test/arbitrary';
import { id } from '../../test/crumbs';
import { config, DEFINITION, TRIGGER } from '../../test/in-memory-reader';
import { recordContext } from '../../test/recorded';
import { diffBuilds } from './diff';
import { readRecordedContext } from './recorded-context';
import { builtSide, recordedSide, type DiffSide } from './diff-side';

const row = (number: number, over: Partial<AccountItem> = {}): AccountItem => ({
  id: id(number),
  version: 1,
  chunk: 0,
  source: 'hybrid',
  section: 'relevant',
  decision: 'kept',
  tokens: 10,
  rank: number,
  score: 1,
  scores: {},
  ...over,
});

const made = {
  agent: 'assistant',
  session: 'demo',
  trigger: `${id(1000)} version 1`,
  position: '60',
  configuration: 'abc (no context.config; settings of the definition and the request)',
  definition: `${id(2000)} version 1`,
  budget: '4000 tokens',
  embedder: 'lexical/1',
  tokenizer: 'o200k_base',
  renderer: 'hints/1 markdown/2',
  format: 'markdown',
};

const side = (items: readonly AccountItem[], over: Partial<DiffSide> = {}): DiffSide => ({
  agent: 'assistant',
  position: 60,
  config_hash: 'sha256:abc',
  tokens: 10 * items.length,
  items,
  beyond: 0,
  by_section: { relevant: 10 * items.length, message: 5 },
  conditions: made,
  ...over,
});

describe('a diff', () => {
  test('of a build with itself or with its own record is empty', async () => {
    await fc.assert(
      fc.asyncProperty(anyCandidates, anyOverrides, async (found, overrides) => {
        const { crumb, built } = await recordContext([DEFINITION, TRIGGER, config(overrides)], found);
        const { added, removed, moved, reworded, tokens, causes } = diffBuilds(
          recordedSide(readRecordedContext(crumb.id, crumb)),
          builtSide(built),
        );
        expect({ added, removed, moved, reworded, causes }).toEqual({
          added: [],
          removed: [],
          moved: [],
          reworded: [],
          causes: [],
        });
        expect(tokens.change).toBe(0);
      }),
      { numRuns: 30 },
    );
  });

  test('gives the reason why the other build does not have an added or removed item', () => {
    const a = side([row(1), row(2), row(3, { decision: 'over_budget', reason: '35 tokens, 12 left' })]);
    const b = side([row(1), row(3), row(4), row(2, { decision: 'low_information' })]);
    const { added, removed } = diffBuilds(a, b);
    expect(added.map(({ item, cause }) => [item.id, cause])).toEqual([
      [id(3), 'over budget: 35 tokens, 12 left'],
      [id(4), 'was not a candidate'],
    ]);
    expect(removed.map(({ item, cause }) => [item.id, cause])).toEqual([[id(2), 'filler (too little information)']]);
  });

  test('does not claim to know items that were not recorded', () => {
    const { added } = diffBuilds(side([], { beyond: 44 }), side([row(1)]));
    expect(added[0]?.cause).toBe('was not a candidate, or one of the 44 not recorded');
  });

  test('lists as moved what changed its order or section, not what shifted because of others', () => {
    const a = side([row(1), row(2), row(3), row(4)]);
    const b = side([row(9), row(2), row(3), row(1), row(4, { section: 'recent' })]);
    expect(diffBuilds(a, b).moved.map(({ item, from, to }) => [item.id, from, to])).toEqual([
      [id(1), 1, 4],
      [id(4), 4, 5],
    ]);
  });

  test('lists as reworded what has another version, truncation or rendering', () => {
    const a = side([row(1), row(2), row(3, { digest: '0000001' }), row(4, { digest: '0000001' })]);
    const b = side([row(1, { version: 2 }), row(2, { cut: 120 }), row(3, { digest: '0000002' }), row(4)]);
    expect(diffBuilds(a, b).reworded.map(({ cause }) => cause)).toEqual([
      'version 1, then version 2',
      'whole, then cut after 120 characters',
      'its text was rendered differently',
    ]);
  });

  test('compares tokens in all and by section, and the conditions of the builds', () => {
    const b = side([row(1)], {
      tokens: 30,
      by_section: { recent: 25, message: 5 },
      conditions: { ...made, position: '70', format: 'lmml' },
    });
    const { tokens, causes } = diffBuilds(side([row(1)]), b);
    expect(tokens).toEqual({
      a: 10,
      b: 30,
      change: 20,
      by_section: { relevant: { a: 10, b: 0 }, message: { a: 5, b: 5 }, recent: { a: 0, b: 25 } },
    });
    expect(causes).toEqual(['position: 60, then 70', 'format: markdown, then lmml']);
  });
});
