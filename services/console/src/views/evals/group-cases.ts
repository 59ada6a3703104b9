import type { Envelope, EvalCaseV1 } from '@crumbtrail/contracts';

/** Stands for all cases in an address, those without a set too. No set has this name. */
export const ALL_CASES = '*';

/** A set of cases. */
export interface CaseSet {
  /** Undefined: the cases that belong to no set. */
  readonly name: string | undefined;
  readonly cases: number;
  readonly agents: readonly string[];
  /** When its latest case was pinned. */
  readonly latest: string;
}

function describeSet(name: string | undefined, cases: readonly Envelope<EvalCaseV1>[]): CaseSet {
  return {
    name,
    cases: cases.length,
    agents: [...new Set(cases.map(({ context }) => context.agent))].sort(),
    latest: cases.map(({ created_at }) => created_at).reduce((a, b) => (a > b ? a : b)),
  };
}

/** The sets by name; the cases without a set come last. */
export function groupCases(cases: readonly Envelope<EvalCaseV1>[]): CaseSet[] {
  // `sort` puts undefined last.
  const names = [...new Set(cases.map(({ context }) => context.set))].sort();
  return names.map((name) =>
    describeSet(
      name,
      cases.filter(({ context }) => context.set === name),
    ),
  );
}
