import * as fc from 'fast-check';
import { simhash } from '@crumbtrail/hints';
import { gistOf, sameness } from './sameness';

const compare = (a: string, b: string, near = 16): string | null =>
  sameness(gistOf(a, simhash(a)), gistOf(b, simhash(b)), near);

const word = fc.constantFrom(
  'move',
  'the',
  'key',
  'to',
  'secrets',
  'configuration',
  'when',
  'dashboard',
  'restarts',
  'again',
  'please',
  'server',
  'listens',
);
const sentence = fc.array(word, { minLength: 1, maxLength: 80 });
const put = (words: readonly string[], at: number, what: string): string =>
  [...words.slice(0, at % (words.length + 1)), what, ...words.slice(at % (words.length + 1))].join(' ');

/** The worst case: an index that calls any two texts the same. */
const blind = (a: string, b: string): string | null =>
  sameness(gistOf(a, '0'.repeat(16)), gistOf(b, '0'.repeat(16)), 16);

describe('two texts', () => {
  test.each([
    ['Set your key in the secrets configuration.', 'set your key in the secrets configuration'],
    ['Please restart the tools container', 'restart the tools container, please'],
    ['Hello, could you move it', 'could you move it'],
  ])('say the same: %j and %j', (a, b) => {
    expect(compare(a, b)).toBe('near-same text');
  });

  test('are the same where only white space differs', () => {
    expect(compare('a  b\nc', 'a b c')).toBe('same text');
  });

  test('are near-same where a long page changed a word', () => {
    const page = Array.from(
      { length: 120 },
      (_, n) => `word${'abcdefghij'.charAt(n % 10)}${'klmnopqrst'.charAt(Math.floor(n / 10) % 10)}`,
    );
    const changed = page.map((one, n) => (n === 60 ? 'different' : one)).join(' ');
    expect(compare(page.join(' '), changed)).toBe('near-same text');
    expect(compare(page.join(' '), changed, 0)).toBeNull();
  });

  test.each([
    ['Bob owes Ann ten', 'Ann owes Bob ten'],
    ['enable the guard', 'disable the guard'],
    ['restart it now', 'restart it later'],
    ['You restarted it.', 'You restarted it?'],
    ['use C', 'use C++'],
    ['it was 5 > 3', 'it was 5 < 3'],
    ['ask us', 'ask US'],
    ['good 👍', 'good 👎'],
    ['the first door', 'the second door'],
    ['I will do it', 'you will do it'],
  ])('do not say the same: %j and %j', (a, b) => {
    expect(blind(a, b)).toBeNull();
  });

  test('that differ in a number are never the same, whatever the index says', () => {
    fc.assert(
      fc.property(sentence, fc.nat(), fc.nat(99999), fc.nat(99999), (words, at, a, b) => {
        fc.pre(a !== b);
        expect(blind(put(words, at, String(a)), put(words, at, String(b)))).toBeNull();
      }),
    );
  });

  test('that differ in an identifier are never the same', () => {
    const identifier = fc.oneof(
      fc.uuid(),
      fc.stringMatching(/^[a-z]{1,6}_[a-z]{1,6}$/),
      fc.stringMatching(/^[a-z]{1,6}\.[a-z]{1,6}$/),
      fc.stringMatching(/^[A-Z]{2,8}$/),
    );
    fc.assert(
      fc.property(sentence, fc.nat(), identifier, identifier, (words, at, a, b) => {
        fc.pre(a !== b);
        expect(blind(put(words, at, a), put(words, at, b))).toBeNull();
      }),
    );
  });

  test('of which one denies are never the same', () => {
    const denial = fc.constantFrom('not', 'no', 'never', 'without', "don't", "isn't", 'cannot', 'none');
    fc.assert(
      fc.property(sentence, fc.nat(), denial, (words, at, no) => {
        expect(blind(put(words, at, no), words.join(' '))).toBeNull();
      }),
    );
  });

  test('are compared the same way round', () => {
    fc.assert(
      fc.property(sentence, sentence, (a, b) => {
        expect(blind(a.join(' '), b.join(' '))).toBe(blind(b.join(' '), a.join(' ')));
      }),
    );
  });
});
