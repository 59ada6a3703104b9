import type { Rerun, RerunAnswer } from '@crumbtrail/contracts/http/reruns';
import { describeTrial, summarizeTrials } from './definition-trials';

const answer = (context_tokens: number, cost_usd?: number, action: RerunAnswer['action'] = 'speak'): RerunAnswer => ({
  action,
  context_tokens,
  max_tokens: 4_000,
  ...(cost_usd !== undefined && { usage: { cost_usd } }),
});

function rerun(before: RerunAnswer, after: RerunAnswer, diff: { added: number; removed: number }): Rerun {
  const items = (count: number) => Array.from({ length: count }, () => ({}));
  return { before, after, diff: { added: items(diff.added), removed: items(diff.removed) } } as unknown as Rerun;
}

describe('trials of a definition', () => {
  const cheaper = rerun(answer(1_200, 0.002), answer(300, 0.001), { added: 1, removed: 4 });

  it('are described by tokens, what entered and left the context, and cost', () => {
    expect(describeTrial(cheaper)).toMatch(
      /^context 1,200 → 300 tokens · 1 entered, 4 left · cost \$0\.002\d* → \$0\.001\d*$/,
    );
  });

  it('are summed up, and those that failed or could not be run are counted', () => {
    const failed = rerun(answer(100, 0.002), answer(100, 0.002, 'error'), { added: 0, removed: 0 });
    expect(summarizeTrials([{ rerun: cheaper }, { rerun: failed }, {}])).toMatch(
      /^2 of 3 turns run again · context 1,300 → 400 tokens · 1 entered, 4 left · cost \$0\.004\d* → \$0\.003\d* · 1 failed · 1 could not be run$/,
    );
  });

  it('have no sum of costs where the cost of one is unknown', () => {
    const unknown = rerun(answer(100, 0.002), answer(100), { added: 0, removed: 0 });
    expect(summarizeTrials([{ rerun: cheaper }, { rerun: unknown }])).toMatch(/→ unknown$/);
    expect(summarizeTrials([{}])).toBe('0 of 1 turns run again · 1 could not be run');
  });
});
