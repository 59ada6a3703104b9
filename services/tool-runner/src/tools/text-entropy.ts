import { randomInt } from 'node:crypto';
import type { Tool } from '@crumbtrail/tool-runtime';
import { WORDS } from './word-list';

interface TextEntropyInput {
  readonly min_words?: number;
  readonly max_words?: number;
}

/** Returns random words, as an unpredictable starting point. */
export const textEntropy: Tool = {
  definition: {
    name: 'text_entropy',
    title: 'Random words',
    category: 'chance',
    source: 'built-in',
    description: [
      'Gives random everyday words with nothing in common. Use it before you invent something (a plot, a name, a place), and let some of the words lead you away from the first idea that comes to mind.',
      'What you make of them is up to you; do not quote the list.',
    ].join(' '),
    input: {
      type: 'object',
      properties: {
        min_words: { type: 'integer', minimum: 1, maximum: 400, description: '20 if absent.' },
        max_words: { type: 'integer', minimum: 1, maximum: 400, description: 'min_words, or 40, if absent.' },
      },
      additionalProperties: false,
    },
    output: { type: 'string' },
    examples: [{ input: { min_words: 3, max_words: 3 }, output: 'lantern gravel nephew' }],
    timeout_ms: 1_000,
    concurrency: 16,
  },
  run: async ({ min_words: min = 20, max_words: max = Math.max(min, 40) }: TextEntropyInput) => {
    if (min > max)
      throw new RangeError(`min_words is ${min} and max_words is ${max}: min must not be greater than max.`);
    return Array.from({ length: randomInt(min, max + 1) }, () => WORDS[randomInt(WORDS.length)]).join(' ');
  },
};
