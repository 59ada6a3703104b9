import type { CaseReport } from '@crumbtrail/contracts/operations/evals';
import { describeDecision } from './decision';

/** The outcome of a case, the stages that lost something, and the tokens of its context: `failed, over budget, 412 tokens`. */
export function describeCaseReport(report: CaseReport): string {
  if (report.outcome === 'refused') return 'refused';
  const stages = [...new Set(report.lost.map(({ stage }) => describeDecision(stage)))];
  const used = report.tokens === undefined ? [] : [`${report.tokens} tokens`];
  return [report.outcome, ...stages, ...used].join(', ');
}

/** How many of the cases passed: `3 of 5`. */
export function sharePassed(reports: readonly CaseReport[]): string {
  return `${reports.filter(({ outcome }) => outcome === 'passed').length} of ${reports.length}`;
}
