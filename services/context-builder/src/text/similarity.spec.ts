import * as fc from 'fast-check';
import { simhash } from '@crumbtrail/hints';
import { fingerprintOf } from './fingerprint';
import { compareTexts, simhashBits, type ComparedText } from './similarity';

const read = (text: string, over: Partial<ComparedText> = {}): ComparedText => {
  const bits = simhashBits(fingerprintOf(text), simhash(text));
  return { fingerprint: fingerprintOf(text), information: 0, ...(bits ? { bits } : {}), ...over };
};
const near = { near_distance: 16, cosine: 0.97 };
const compare = (a: string, b: string, near_distance = 16): string | null =>
  compareTexts(read(a), read(b), { ...near, near_distance });

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

/** The worst case: an index and an embedder to which any two texts are the same. */
const blind = (a: string, b: string): string | null => {
  const same: Partial<ComparedText> = { bits: { high: 0, low: 0 }, vector: [1, 0] };
  return compareTexts(read(a, same), read(b, same), { near_distance: 16, cosine: 0.8 });
};

describe('two texts', () => {
  test.each([
    ['Set your key in the secrets configuration.', 'set your key in the secrets configuration'],
    ['Hello, could you move it', 'could you move it'],
    ['Move it to where it was, please', 'Move it to where it was'],
    ['Well, I am here, it is 8080.', "I'm here, it's 8080!"],
    ["I don't know what that is", 'I do not know what that is'],
    ['Der Schlüssel liegt im Büro.', 'der schlüssel liegt im büro'],
    ['Ufunguo uko mezani!', 'ufunguo uko mezani'],
  ])('say the same: %j and %j', (a, b) => {
    expect(compare(a, b)).toBe('near-same text');
  });

  test('match only in one direction where one contains the other', () => {
    expect(compare('could you move it', 'Hello, could you move it')).toBeNull();
  });

  test('do not match where one has an additional rare word', () => {
    const more = read('could you move it quietly', { information: 21 });
    expect(compareTexts(more, read('could you move it', { information: 12 }), near)).toBeNull();
  });

  test('nearly match by meaning if their vectors are near and no word negates', () => {
    const [a, b] = ['We put the car into the garage of the house', 'We put the vehicle into the garage of the house'];
    const vector = [0.6, 0.8];
    expect(compareTexts(read(a, { vector }), read(b, { vector }), near)).toBe('near-same text');
    expect(compareTexts(read(a, { vector }), read(b, { vector }), { ...near, cosine: 1 })).toBeNull();
    expect(compareTexts(read(a, { vector }), read(b, { vector: [0.8, 0.6] }), near)).toBeNull();
  });

  test('match where only white space differs', () => {
    expect(compare('a  b\nc', 'a b c')).toBe('same text');
  });

  test('nearly match where one word of a long page differs', () => {
    const page = Array.from({ length: 120 }, (_, n) =>
      n % 3 === 0
        ? 'the'
        : n % 7 === 0
          ? 'and'
          : n % 11 === 0
            ? 'of'
            : `word${'abcdefghij'.charAt(n % 10)}${'klmnopqrst'.charAt(Math.floor(n / 10) % 10)}`,
    );
    const changed = page.map((one, n) => (n === 61 ? 'different' : one)).join(' ');
    expect(compare(page.join(' '), changed)).toBe('near-same text');
    expect(compare(page.join(' '), changed, 0)).toBeNull();
  });

  test.each([
    ['Bob owes ten', 'Ann owes ten'],
    ['enable the guard', 'disable the guard'],
    ['restart it now', 'restart it later'],
    ['You restarted it.', 'You restarted it?'],
    ['use C', 'use C++'],
    ['it was 5 > 3', 'it was 5 < 3'],
    ['ask us', 'ask US'],
    ['good 👍', 'good 👎'],
    ['the first door', 'the second door'],
    ['I can do it', 'I cannot do it'],
    ['the ad is harmful to us all', 'the ad is harmless to us all'],
    ['the deal is legal in the state', 'the deal is illegal in the state'],
    ['wir haben die Tür geschlossen', 'wir haben die Tür nie geschlossen'],
    ['je vais à la maison', 'je ne vais pas à la maison'],
    ['nakupenda', 'sikupendi'],
    ['dia ada di rumah itu', 'dia tidak ada di rumah itu'],
    ['xé la ngu hen po ta', 'xé la ngu zu hen po ta'],
    ['我去', '我不去'],
    ['行くよ', '行かないよ'],
    ['seite ٤', 'seite ٥'],
    ['Kapitel Ⅶ', 'Kapitel Ⅷ'],
    ['x²', 'x2'],
    ['a ≤ b', 'a ≥ b'],
    ['-5', '5'],
  ])('do not say the same: %j and %j', (a, b) => {
    expect(blind(a, b)).toBeNull();
  });

  test('never match if a number differs, regardless of SimHash and vectors', () => {
    fc.assert(
      fc.property(sentence, fc.nat(), fc.nat(99999), fc.nat(99999), (words, at, a, b) => {
        fc.pre(a !== b);
        expect(blind(put(words, at, String(a)), put(words, at, String(b)))).toBeNull();
      }),
    );
  });

  test('never match where an identifier differs', () => {
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

  test('never match where only one has a negation', () => {
    const denial = fc.constantFrom('not', 'no', 'never', 'without', "don't", "isn't", 'cannot', 'none');
    fc.assert(
      fc.property(sentence, fc.nat(), denial, (words, at, no) => {
        expect(blind(put(words, at, no), words.join(' '))).toBeNull();
      }),
    );
  });

  test('never match where a digit differs, in any script', () => {
    const text = fc.array(fc.oneof(word, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 60 });
    const digit = fc.constantFrom(...'0123456789٠١٢٣٤٥०१२३๑๒๓０１２');
    fc.assert(
      fc.property(text, fc.nat(), digit, digit, (words, at, a, b) => {
        fc.pre(a.normalize('NFKC') !== b.normalize('NFKC'));
        expect(blind(put(words, at, a), put(words, at, b))).toBeNull();
        expect(blind(put(words, at, a), words.join(' '))).toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  test('match in an unlisted language only if all words are the same', () => {
    const foreign = fc.array(fc.stringMatching(/^[ptkbx][uøáw]{1,2}[rlmn]?$/), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(foreign, fc.nat(), fc.stringMatching(/^[ptkbx][uøáw]{1,2}$/), (words, at, more) => {
        expect(blind(put(words, at, more), words.join(' '))).toBeNull();
        expect(blind(words.join(' '), put(words, at, more))).toBeNull();
      }),
    );
  });
});
