import fc from 'fast-check';
import { encode as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as o200k } from 'gpt-tokenizer/encoding/o200k_base';
import { countTokens, countTokensAround } from './count-tokens';

const plain = { disallowedSpecial: new Set<string>() };

describe('countTokens', () => {
  test('is exact for texts without very long runs', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        expect(countTokens(text, 'o200k_base')).toBe(o200k(text, plain).length);
        expect(countTokens(text, 'cl100k_base')).toBe(cl100k(text, plain).length);
      }),
    );
  });

  test('is exact across lines, whatever characters they start and end with', () => {
    const ends = fc.constantFrom(
      '\n',
      '\n\n',
      '\r\n',
      '.\n',
      ' \n',
      '\n  ',
      '/\n/',
      '.\n/',
      '\n\u2028',
      '\n\t',
      '!?\n',
      ':\n- ',
      '\n\r',
      '\n/',
    );
    const words = fc.oneof(
      fc.constantFrom('port', "it's", "'s", '8080', 'é', '字', '## Tools', '  - x', '😀', 'A'),
      fc.string({ maxLength: 6 }),
    );
    const text = fc
      .array(fc.oneof(ends, words, fc.constantFrom(' ', '  ', '\t')), { maxLength: 40 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, (all) => {
        expect(countTokens(all, 'o200k_base')).toBe(o200k(all, plain).length);
        expect(countTokens(all, 'cl100k_base')).toBe(cl100k(all, plain).length);
      }),
      { numRuns: 500 },
    );
  });

  test('counts names of special tokens as ordinary text', () => {
    for (const text of ['<|endoftext|>', '<|im_start|>system', 'a <|endofprompt|> b', '<|fim_prefix|>'])
      expect(countTokens(text, 'o200k_base')).toBe(o200k(text, plain).length);
  });

  test.each([
    ['letters', 'a'.repeat(64_000)],
    ['spaces', ' '.repeat(64_000)],
    ['signs', '='.repeat(64_000)],
    ['emoji', '😀'.repeat(32_000)],
    ['line ends', '\n'.repeat(64_000)],
    ['letters after text', `Some words, then ${'b'.repeat(64_000)} and some more.`],
    ['marks', 'e\u0301'.repeat(32_000)],
  ])('counts 64,000 unbroken %s, in pieces', (_what, text) => {
    expect(countTokens(text, 'o200k_base')).toBeGreaterThan(0);
    expect(countTokens(text, 'cl100k_base')).toBeGreaterThan(0);
  });

  test('never counts less than the vocabulary itself for a long run', () => {
    const run = 'abcdefghij'.repeat(150);
    expect(countTokens(run, 'o200k_base')).toBeGreaterThanOrEqual(o200k(run, plain).length);
    expect(countTokens(run, 'o200k_base')).toBeLessThanOrEqual(o200k(run, plain).length + 6);
  });

  test('counts 0 for an empty text', () => {
    expect(countTokens('', 'o200k_base')).toBe(0);
  });
});

describe('countTokensAround', () => {
  const pieces = fc.oneof(
    fc.constantFrom(
      'port',
      "it's",
      "'s",
      '8080',
      'é',
      'e\u0301',
      '字',
      'слово',
      '- x',
      '😀',
      'A',
      '.',
      '\n',
      '  ',
      '/',
      'don',
      'ǅ',
    ),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  );
  const texts = fc
    .array(fc.oneof(pieces, fc.constantFrom(' ', ' a', 'b ')), { maxLength: 30 })
    .map((all) => all.join(''));

  test('counts a line as its vocabulary does, whatever surrounds the text whose tokens are known', () => {
    fc.assert(
      fc.property(texts, texts, texts, (before, text, after) => {
        const line = before + text + after;
        const known = { text, tokens: o200k(text, plain).length };
        expect(countTokensAround(line, known, 'o200k_base')).toBe(o200k(line, plain).length);
        const also = { text, tokens: cl100k(text, plain).length };
        expect(countTokensAround(line, also, 'cl100k_base')).toBe(cl100k(line, plain).length);
      }),
      { numRuns: 2_000 },
    );
  });

  test('takes the count of the text from the caller, and counts a line without the text', () => {
    const text = 'The port of the server is 8080 since Monday.';
    expect(countTokensAround(`Ana: ${text}\n`, { text, tokens: 1_000 }, 'o200k_base')).toBeGreaterThan(980);
    expect(countTokensAround('Ana: no\n', { text, tokens: 1_000 }, 'o200k_base')).toBe(
      countTokens('Ana: no\n', 'o200k_base'),
    );
  });

  test('counts a line with runs that are counted in pieces as countTokens does', () => {
    const text = `two words ${'b'.repeat(1_200)} and more`;
    const tokens = countTokens(text, 'o200k_base');
    const line = `${'c'.repeat(900)}${text}\n`;
    expect(countTokensAround(line, { text, tokens }, 'o200k_base')).toBe(countTokens(line, 'o200k_base'));
  });
});
