import { countTokens } from '@crumbtrail/hints';
import { createCounter, resolveCounting, learnsFromBills } from './counting';

const TEXT = 'The quick brown fox jumps over the lazy dog, again and again.';
const learned = { samples: 40, factor: 1.2, margin: 0.03 };

describe('token counts', () => {
  test('are exact by default', () => {
    expect(resolveCounting(undefined, null)).toEqual({ mode: 'exact', factor: 1, margin: 0 });
    expect(resolveCounting({ mode: 'exact', factor: 2 }, learned)).toEqual({ mode: 'exact', factor: 1, margin: 0 });
    expect(createCounter('o200k_base', undefined)(TEXT)).toBe(countTokens(TEXT, 'o200k_base'));
  });

  test('are estimated by the definition, else by calibration, else by a cautious default', () => {
    expect(resolveCounting({ mode: 'estimate', factor: 1.4, margin: 0.02 }, null)).toEqual({
      mode: 'estimate',
      factor: 1.4,
      margin: 0.02,
    });
    expect(resolveCounting({ mode: 'estimate' }, learned)).toEqual({ mode: 'estimate', ...learned });
    expect(resolveCounting({ mode: 'estimate', factor: 1.4 }, learned)).toMatchObject({ factor: 1.4, margin: 0.03 });
    const before = resolveCounting({ mode: 'estimate' }, { samples: 0, factor: 1, margin: 0 });
    expect([before.factor > 1, before.margin > 0, before.samples]).toEqual([true, true, 0]);
  });

  test('keep a minimum margin while there are few bills', () => {
    expect(resolveCounting({ mode: 'estimate' }, { samples: 2, factor: 1.1, margin: 0 }).margin).toBe(0.05);
  });

  test('are rounded up', () => {
    const count = createCounter('o200k_base', { mode: 'estimate', factor: 1.1, margin: 0 });
    expect(count(TEXT)).toBe(Math.ceil(countTokens(TEXT, 'o200k_base') * 1.1));
    expect(count('')).toBe(0);
  });

  test('are calibrated only if the definition leaves a value open', () => {
    expect(
      [undefined, { mode: 'exact' as const }, { mode: 'estimate' as const, factor: 1, margin: 0 }].map(learnsFromBills),
    ).toEqual([false, false, false]);
    expect(learnsFromBills({ mode: 'estimate', factor: 1 })).toBe(true);
  });
});
