import * as fc from 'fast-check';
import { countTokens } from '@crumbtrail/hints';
import { truncate, ELLIPSIS } from './truncate';

const cost = (text: string): number => countTokens(text, 'o200k_base');

describe('truncate', () => {
  const story =
    'The first sentence is here. The second one follows it! Is the third a question? The fourth goes on for a while';

  test('ends at a sentence, followed by an ellipsis', () => {
    expect(truncate(story, 14, cost)?.text).toBe(`The first sentence is here. The second one follows it! ${ELLIPSIS}`);
  });

  test('ends at a word if no sentence ends, and inside a word only if there is no other place', () => {
    expect(truncate('one two three four five six seven eight', 5, cost)?.text).toMatch(/^one two (three )?(four)?…$/);
    expect(truncate('x'.repeat(500), 20, cost)?.text).toMatch(/^x+…$/);
  });

  test('returns null where not even a word fits', () => {
    expect(truncate(story, 1, cost)).toBeNull();
  });

  test('never exceeds the limit, always ends with an ellipsis, always keeps the beginning of the text and never splits a character', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 2, maxLength: 400 }),
      fc.lorem({ mode: 'sentences', maxCount: 12 }),
    );
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 60 }), (text, room) => {
        fc.pre(cost(text) > room);
        const made = truncate(text, room, cost);
        if (made === null) return;
        expect(cost(made.text)).toBeLessThanOrEqual(room);
        expect(made.text.endsWith(ELLIPSIS)).toBe(true);
        expect(text.startsWith(text.slice(0, made.kept)) && made.text.startsWith(text.slice(0, made.kept))).toBe(true);
        expect(made.text.isWellFormed?.() ?? true).toBe(true);
      }),
    );
  });
});
