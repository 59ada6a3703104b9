import type { CaseReport, LostCrumb } from '@crumbtrail/contracts/operations/evals';
import { describeCaseReport, sharePassed } from './case-report';

const lost = (stage: LostCrumb['stage']): LostCrumb => ({ id: 'c', version: 1, stage, because: 'why' });
const report = (outcome: 'passed' | 'failed' | 'erased', ...stages: LostCrumb['stage'][]): CaseReport => ({
  case: 'a',
  context: 'b',
  agent: 'assistant',
  outcome,
  must_have: 2,
  lost: stages.map(lost),
  tokens: 412,
});

test('describeCaseReport: says the outcome, each stage that lost something once, and the tokens', () => {
  expect(describeCaseReport(report('passed'))).toBe('passed, 412 tokens');
  expect(describeCaseReport(report('failed', 'over_budget', 'over_budget', 'erased'))).toBe(
    'failed, over budget, erased, 412 tokens',
  );
  expect(describeCaseReport({ case: 'a', outcome: 'refused', because: 'not yours' })).toBe('refused');
});

test('sharePassed: counts only what passed', () => {
  expect(sharePassed([report('passed'), report('failed'), report('erased')])).toBe('1 of 3');
});
