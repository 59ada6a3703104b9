import fc from 'fast-check';
import { countTokens } from '@crumbtrail/hints';
import { chunkText } from './chunk-text';

const bare = (text: string): string => text.replace(/\s+/g, '');
const sentence = (n: number): string => `This is sentence number ${n} of a long story about boats and harbours.`;

describe('chunkText', () => {
  test('does not split a short text', () => {
    expect(chunkText('One. Two.\n\nThree.')).toEqual(['One. Two.\n\nThree.']);
    expect(chunkText('')).toEqual([]);
  });

  test('splits a long text at the ends of sentences', () => {
    const chunks = chunkText(Array.from({ length: 120 }, (_, n) => sentence(n)).join(' '));
    expect(chunks.length).toBeGreaterThan(3);
    for (const chunk of chunks) expect(chunk).toMatch(/^This is .*harbours\.$/s);
  });

  test('prefers the ends of paragraphs', () => {
    const paragraph = Array.from({ length: 10 }, (_, n) => sentence(n)).join(' ');
    const chunks = chunkText([paragraph, paragraph, paragraph, paragraph].join('\n\n'));
    expect(chunks.join('\n\n')).toBe([paragraph, paragraph, paragraph, paragraph].join('\n\n'));
  });

  test('never splits the signature of a tool before its result', () => {
    const tools = Array.from(
      { length: 60 },
      (_, n) => `find_${n}(what=the key to door ${n}, where?) → places: Finds it`,
    );
    const lines = chunkText(tools.join('\n')).flatMap((chunk) => chunk.split('\n'));
    expect(lines).toEqual(tools);
  });

  test('splits Chinese and Japanese at their full stops', () => {
    const chunks = chunkText('船は港にあります。'.repeat(200));
    expect(chunks.length).toBeGreaterThan(1);
    for (const chunk of chunks) expect(chunk.endsWith('。')).toBe(true);
  });

  test('loses only white space, splits no surrogate pair, and keeps chunks within the size limit', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.constantFrom('word ', 'End. ', '\n\n', '😀'.repeat(300), 'a'.repeat(3_000), '。'),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        const chunks = chunkText(text);
        expect(bare(chunks.join(''))).toBe(bare(text));
        for (const chunk of chunks) {
          expect(chunk.isWellFormed()).toBe(text.isWellFormed() || chunk.isWellFormed());
          expect(countTokens(chunk, 'o200k_base')).toBeLessThanOrEqual(1_600);
        }
      }),
      { numRuns: 60 },
    );
  });
});
