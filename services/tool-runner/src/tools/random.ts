import { randomBytes, randomInt } from 'node:crypto';
import type { Tool } from '@crumbtrail/tool-runtime';

/** The upper limit of ranges for crypto.randomInt. */
const WIDEST = 2 ** 48;
const MOST = 100;

/** A number from 0 up to but not including 1, of 53 random bits. */
const fraction = (): number => Number(randomBytes(8).readBigUInt64BE() >> 11n) / 2 ** 53;

interface RandomInput {
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
  readonly count?: number;
  readonly choices?: readonly string[];
  readonly unique?: boolean;
}

function requireRange(min: number, max: number, integer: boolean): void {
  if (min > max) throw new RangeError(`min is ${min} and max is ${max}: min must not be greater than max.`);
  if (!integer) return;
  if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max))
    throw new RangeError('min and max must be whole numbers, or set `integer` to false.');
  if (max - min >= WIDEST) throw new RangeError(`The range from min to max must be smaller than ${WIDEST}.`);
}

function draw<Value>(count: number, one: () => Value): Value[] {
  return Array.from({ length: count }, one);
}

/** `count` different indexes below `size`, in uniformly random order. */
function places(size: number, count: number): number[] {
  if (count > size) throw new RangeError(`Cannot draw ${count} different values from ${size}.`);
  const moved = new Map<number, number>();
  return Array.from({ length: count }, (_, at) => {
    const pick = randomInt(at, size);
    const value = moved.get(pick) ?? pick;
    moved.set(pick, moved.get(at) ?? at);
    return value;
  });
}

function pickChoices(choices: readonly string[], count: number, unique: boolean): string[] {
  const at = unique ? places(choices.length, count) : draw(count, () => randomInt(choices.length));
  return at.map((place) => choices[place] as string);
}

function numbers({ min = 1, max = 100, integer = true, count = 1, unique = false }: RandomInput): number[] {
  requireRange(min, max, integer);
  if (!integer) return draw(count, () => min + fraction() * (max - min));
  if (unique) return places(max - min + 1, count).map((place) => min + place);
  return draw(count, () => randomInt(min, max + 1));
}

/** Draws numbers or choices uniformly from the system's cryptographic source. */
export const random: Tool = {
  definition: {
    name: 'random',
    title: 'Random',
    category: 'chance',
    source: 'built-in',
    description: [
      'Draws random numbers, or picks from choices; fair, each as likely as any other. Use it whenever something must be left to chance: you cannot choose at random yourself.',
      'With `choices` it picks from them; else it draws whole numbers from `min` to `max`, both included (1 to 100 if not given), or fractions with `integer: false`. For dice use the tool `dice`.',
    ].join(' '),
    input: {
      type: 'object',
      properties: {
        min: { type: 'number', description: 'Smallest number; 1 if absent.' },
        max: { type: 'number', description: 'Largest number; 100 if absent.' },
        integer: { type: 'boolean', description: 'false: fractions. true if absent.' },
        count: { type: 'integer', minimum: 1, maximum: MOST, description: 'How many; 1 if absent.' },
        unique: { type: 'boolean', description: 'true: no two the same, as when cards are drawn.' },
        choices: { type: 'array', minItems: 1, maxItems: 1_000, items: { type: 'string', maxLength: 400 } },
      },
      additionalProperties: false,
    },
    output: { type: 'array', items: { type: ['number', 'string'] } },
    examples: [
      { input: { min: 1, max: 6 }, output: [4] },
      { input: { choices: ['red', 'green', 'blue'], count: 2, unique: true }, output: ['blue', 'red'] },
    ],
    timeout_ms: 1_000,
    concurrency: 16,
  },
  run: async (input: RandomInput) =>
    input.choices ? pickChoices(input.choices, input.count ?? 1, input.unique ?? false) : numbers(input),
};
