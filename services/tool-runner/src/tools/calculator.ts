import type { Tool } from '@crumbtrail/tool-runtime';
import { calculate } from './calculator/calculate';

/** Computes one expression without evaluating it as code. */
export const calculator: Tool = {
  definition: {
    name: 'calculator',
    title: 'Calculator',
    category: 'math',
    source: 'built-in',
    description: [
      'Computes one arithmetic expression and gives the result in digits. Use it for every calculation with more than two small numbers.',
      'Operators: + - * / % (remainder) ^ (power) ! (factorial) and parentheses. Functions: sqrt cbrt abs exp ln log10 log2 sin cos tan asin acos atan (radians) floor ceil trunc round(x, places) min max. Constants: pi e tau.',
      'Whole numbers and decimals are exact, up to 1000 digits; a result without an end is rounded to 15 digits. It knows no variables, units, dates or percent signs: write 15 percent of 80 as 80 * 0.15.',
    ].join(' '),
    input: {
      type: 'object',
      properties: {
        expression: { type: 'string', minLength: 1, maxLength: 1_000, description: 'For example: (3 + 4) * 2^10 / 7' },
      },
      required: ['expression'],
      additionalProperties: false,
    },
    output: { type: 'string', pattern: '^-?[0-9.e+-]+$' },
    argument: 'expression',
    examples: [
      { input: { expression: '(3 + 4) * 2^10 / 7' }, output: '1024' },
      { input: { expression: 'round(80 * 0.15, 2)' }, output: '12' },
    ],
    timeout_ms: 1_000,
    concurrency: 16,
  },
  run: async ({ expression }) => calculate(String(expression)),
};
