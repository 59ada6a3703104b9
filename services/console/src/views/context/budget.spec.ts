import {
  parseBudget,
  describeBilling,
  budgetAt,
  capShares,
  largestBudget,
  stepAt,
  SLIDER_STEPS,
  windowShares,
} from './budget';

const budget = {
  max_tokens: 400,
  context_window: 1_000,
  system_prompt: 100,
  tool_schemas: 0,
  reply_reserve: 200,
  cap: 400,
};
const counted = { tokens: { total: 100, by_section: { recent: 60, message: 40 } }, budget };

describe('token bars', () => {
  test('capShares: shows each section as a share of the budget, and the free rest', () => {
    expect(capShares(counted)).toEqual([
      { name: 'recent', tokens: 60, percent: 15 },
      { name: 'message', tokens: 40, percent: 10 },
      { name: 'free', tokens: 300, percent: 75 },
    ]);
  });

  test('capShares: fills the bar exactly when a context is over its budget', () => {
    const over = { ...counted, budget: { ...budget, cap: 50 } };
    expect(capShares(over).reduce((sum, { percent }) => sum + percent, 0)).toBe(100);
    expect(capShares(over).map(({ name }) => name)).not.toContain('free');
  });

  test('windowShares: shows system prompt, context, reply reserve and the free rest', () => {
    expect(windowShares(counted).map(({ name, tokens }) => [name, tokens])).toEqual([
      ['system prompt', 100],
      ['context', 100],
      ['reply reserve', 200],
      ['free', 600],
    ]);
  });
});

test.each([
  [null, 'unknown'],
  [{ counted: 100, billed: 106, drift: 0.061 }, 'Estimated 100 prompt tokens; the provider billed 106 (6.1 % more).'],
  [
    { counted: 1_000, billed: 900, drift: -0.1 },
    'Estimated 1,000 prompt tokens; the provider billed 900 (10.0 % fewer).',
  ],
  [{ counted: 9, billed: 9, drift: 0 }, 'billed the same'],
])('describeBilling: describes %j', (billed, words) => {
  expect(describeBilling(billed)).toContain(words);
});

describe('budget slider', () => {
  const largest = largestBudget(budget);

  test('ranges from the smallest budget to the model window, or to twice the recorded budget', () => {
    expect([budgetAt(0, largest), budgetAt(SLIDER_STEPS, largest)]).toEqual([64, 1_000]);
    expect(largestBudget({ ...budget, max_tokens: 900 })).toBe(1_800);
  });

  test('is monotonic, and converts a budget back to its step', () => {
    const budgets = Array.from({ length: SLIDER_STEPS + 1 }, (_, step) => budgetAt(step, 32_768));
    expect(budgets).toEqual([...budgets].sort((a, b) => a - b));
    for (const [step, one] of budgets.entries()) expect(Math.abs(stepAt(one, 32_768) - step)).toBeLessThanOrEqual(2);
  });

  test.each([
    ['300', 300],
    ['1', 64],
    ['1e9', 1_000_000],
    ['x', 400],
    ['', 400],
    [null, 400],
    ['70.6', 71],
  ])('parseBudget: parses %j as %d', (text, asked) => {
    expect(parseBudget(text, 400)).toBe(asked);
  });
});
