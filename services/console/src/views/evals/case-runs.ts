import type { Crumbtrail } from '@crumbtrail/client';
import type { CaseReport } from '@crumbtrail/contracts/operations/evals';

/** The settings of a run, and the title of its column. */
export interface RunSettings {
  readonly name: string;
  /** Absent: the settings of today. */
  readonly max_tokens?: number;
}

/** What became of the cases with some settings, by the id of the case. */
export interface CaseRunColumn {
  readonly name: string;
  readonly reports: readonly CaseReport[];
}

const LEAST_TOKENS = 64;

/** The settings of today, then each budget of a text such as `512, 1024` once; what is no budget is left out. */
export function parseBudgets(text: string): readonly RunSettings[] {
  const budgets = text
    .split(/[^0-9]+/)
    .map(Number)
    .filter((tokens) => tokens >= LEAST_TOKENS);
  const others = [...new Set(budgets)].map((max_tokens) => ({
    name: `budget ${max_tokens.toLocaleString('en')}`,
    max_tokens,
  }));
  return [{ name: 'today' }, ...others];
}

/** Runs all cases with each of the settings. `done`: called with the number of runs so far. */
export async function runColumns(
  client: Crumbtrail,
  { cases, settings }: { readonly cases: readonly string[]; readonly settings: readonly RunSettings[] },
  done: (count: number) => void,
): Promise<readonly CaseRunColumn[]> {
  const columns: CaseRunColumn[] = [];
  for (const { name, max_tokens } of settings) {
    const before = columns.length * cases.length;
    const overrides = max_tokens === undefined ? {} : { budget: { max_tokens } };
    columns.push({ name, reports: await client.evals.runAll(cases, overrides, (count) => done(before + count)) });
  }
  return columns;
}
