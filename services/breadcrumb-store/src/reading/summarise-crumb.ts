import type { CrumbAuthor, LlmHints } from '@crumbtrail/contracts';
import { render } from '@crumbtrail/hints';
import { describeFacts } from './trail-facts';

/** The columns of a crumb and its version that its summary is made of; nothing is shown of one without `context`. */
export interface SummarisedRow {
  readonly schema_name: string;
  readonly context: Record<string, unknown> | null;
  readonly llm_hints: LlmHints | null;
  readonly schema_hints?: LlmHints;
  readonly title: string | null;
  readonly tags: readonly string[] | null;
  readonly session: string | null;
  readonly author: CrumbAuthor;
  readonly occurred_at: Date;
  readonly created_at: Date;
}

const SUMMARY = 120;

/** A crumb in one line of at most 120 characters, hints applied. `fact` takes its place where the hints show nothing; undefined where there is neither. */
export function summariseCrumb(row: SummarisedRow, fact: string | undefined): string | undefined {
  const [occurred_at, created_at] = [row.occurred_at.toISOString(), row.created_at.toISOString()];
  const text = render({ ...row, tags: row.tags ?? [], occurred_at, created_at }).text || fact;
  const line = text?.replace(/\s+/g, ' ').trim();
  if (!line) return undefined;
  return line.length > SUMMARY ? `${line.slice(0, SUMMARY - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}

/** The same, with the fact that lists and trails tell of its payload. */
export function summariseWithFact(row: SummarisedRow): string | undefined {
  return row.context === null ? undefined : summariseCrumb(row, describeFacts({ ...row, turn_ms: null }).summary);
}
