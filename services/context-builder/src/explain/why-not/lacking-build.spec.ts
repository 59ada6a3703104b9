import type { AccountItem } from '@crumbtrail/contracts';
import { showsTarget, type EntryTarget } from './lacking-build';

const FIRST = 'The vault code is kept in the library.';
const SECOND = 'The northern ferry catalogued the tide tables without asking anybody.';
const TEXT = `${FIRST} ${SECOND}`;
/** A row whose excerpt is the first sentence. */
const row = { decision: 'kept', ranges: [[0, FIRST.length]] } as unknown as AccountItem;
const target = (more: Partial<EntryTarget>): EntryTarget => ({
  id: 'x',
  version: 1,
  words: undefined,
  text: TEXT,
  ...more,
});

describe('an excerpt', () => {
  it.each([
    ['the exact words that it has', { words: 'vault code' }, true],
    ['exact words of a sentence that it leaves out', { words: 'northern ferry' }, false],
    ['most of the words of a question about what it has', { mostWordsOf: 'vault code kept in the old library' }, true],
    [
      'the words of a question about what it leaves out',
      { mostWordsOf: 'northern ferry catalogued tide tables' },
      false,
    ],
    ['a text that was named by its id', {}, true],
  ] as const)('shows or leaves out %s', (_what, asked, expected) => {
    expect(showsTarget(row, target(asked))).toBe(expected);
  });
});
