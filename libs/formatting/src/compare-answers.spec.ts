import { listAnswerFacts } from './compare-answers';

const usage = { prompt_tokens: 1_200, completion_tokens: 40, cost_usd: 0.002 };
const before = {
  action: 'speak' as const,
  model: 'large',
  usage,
  latency_ms: 900,
  context_tokens: 800,
  max_tokens: 4_000,
};
const error = { code: 'timeout', message: 'Too slow.' };

describe('listAnswerFacts', () => {
  it('sets what both answers took side by side, and says what is unknown', () => {
    const after = { action: 'error' as const, error, context_tokens: 60, max_tokens: 64 };
    const rows = listAnswerFacts({ before, after }).map(({ name, before: a, after: b }) => [name, a, b]);
    expect(rows).toEqual([
      ['Result', 'Replied', 'Failed: timeout'],
      ['Model', 'large', 'unknown'],
      ['Context tokens', '800 of 4,000', '60 of 64'],
      ['Prompt tokens', '1,200', 'unknown'],
      ['Reply tokens', '40', 'unknown'],
      ['Cost', expect.stringMatching(/^\$0\.002/), 'unknown'],
      ['Model time', '900 ms', 'unknown'],
      ['Tool calls', '0', '0'],
    ]);
  });

  it('says none for a turn without an answer', () => {
    const rows = listAnswerFacts({ after: before });
    expect(new Set(rows.map((row) => row.before))).toEqual(new Set(['none']));
  });
});
