import { countTokens } from '@crumbtrail/hints';
import type { Tool } from '@crumbtrail/tool-runtime';
import { createDraw } from './seeded-draw';
import { WORDS } from './word-list';

interface TextEntropyInput {
  readonly min_tokens?: number;
  readonly max_tokens?: number;
}

const DEFAULT_MIN = 100;
const DEFAULT_MAX = 200;
const MAX_TOKENS = 2_000;

interface DrawnWords {
  readonly words: string;
  readonly tokens: number;
}

/**
 * Random words that have between `min` and `max` tokens together, drawn from the seed. No token spans the space before a word, so
 * that the tokens of the words add up; a word that would exceed the number is drawn again.
 */
function drawWords(seed: string, min: number, max: number): DrawnWords {
  const draw = createDraw(seed);
  const wanted = min + draw(max - min + 1) - 1;
  let [words, tokens] = ['', 0];
  while (tokens < wanted) {
    const next = `${words === '' ? '' : ' '}${WORDS[draw(WORDS.length) - 1]}`;
    const added = countTokens(next, 'o200k_base');
    if (tokens + added > wanted) continue;
    words += next;
    tokens += added;
  }
  return { words, tokens };
}

/** Returns random words, as an unpredictable starting point. The same request always gets the same words. */
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
        min_tokens: { type: 'integer', minimum: 5, maximum: MAX_TOKENS, description: `${DEFAULT_MIN} if absent.` },
        max_tokens: {
          type: 'integer',
          minimum: 5,
          maximum: MAX_TOKENS,
          description: `min_tokens, or ${DEFAULT_MAX}, if absent.`,
        },
      },
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: { words: { type: 'string' }, tokens: { type: 'integer' }, seed: { type: 'string' } },
      required: ['words', 'tokens', 'seed'],
    },
    examples: [
      {
        input: { min_tokens: 5, max_tokens: 6 },
        output: { words: 'lantern gravel nephew', tokens: 5, seed: '0197a6d0-5a3c-8e1b-9c55-2f6d1c7b9a10' },
      },
    ],
    timeout_ms: 1_000,
    concurrency: 16,
  },
  run: async (input: TextEntropyInput, { request }) => {
    const { min_tokens: min = Math.min(DEFAULT_MIN, input.max_tokens ?? DEFAULT_MIN) } = input;
    const { max_tokens: max = Math.max(min, DEFAULT_MAX) } = input;
    if (min > max)
      throw new RangeError(`min_tokens is ${min} and max_tokens is ${max}: min must not be greater than max.`);
    return { ...drawWords(request.id, min, max), seed: request.id };
  },
};
