import type { Issue, LlmHints } from '@crumbtrail/contracts';
import { checkHints, tryHints, warnOfHints, type Renderable } from '@crumbtrail/hints';
import { checkSchemaDef, checkSchemaShape, warnOfSchemaHints } from '../schemas/check-schema-def';

/** What is tried before a commit: new hints of a crumb, on its payload if that is known; or a definition of a schema with its hints and examples. */
export type HintTrial =
  | { readonly kind: 'crumb'; readonly llm_hints: LlmHints; readonly crumb: Renderable | null }
  | { readonly kind: 'schema'; readonly context: Record<string, unknown>; readonly isChange?: boolean };

/** What a trial finds: an issue, for which the write is refused, or a warning, which its receipt names. */
export interface TrialFinding extends Issue {
  readonly isWarning?: true;
}

/** Has hints tried, now or later, and the write refused with this message where they have issues. */
export type TryHints = (trial: HintTrial, message: string) => void;

/** A trial that a prepared commit waits for. */
export interface PendingTrial {
  readonly trial: HintTrial;
  /** Throws the refusal of the write if there are issues. */
  settle(findings: readonly TrialFinding[]): void;
}

const asWarning = (warning: Issue): TrialFinding => ({ ...warning, isWarning: true });

function trySchema({ context, isChange }: HintTrial & { kind: 'schema' }): TrialFinding[] {
  // The writer says first what a changed schema breaks, then what is wrong with its shape.
  if (isChange && checkSchemaShape(context).length > 0) return [];
  const issues = checkSchemaDef(context);
  const found = issues.length > 0 ? issues : warnOfSchemaHints(context).map(asWarning);
  return found.map((one) => ({ ...one, path: `/context${one.path}` }));
}

/** The problems that a trial finds, or its warnings if there are none; its thread is busy until then. */
export function runTrial(trial: HintTrial): TrialFinding[] {
  if (trial.kind === 'schema') return trySchema(trial);
  const issues = checkHints(trial.llm_hints);
  if (issues.length > 0 || trial.crumb === null) return issues;
  const crumb = { ...trial.crumb, llm_hints: trial.llm_hints };
  const tried = tryHints(crumb);
  return tried.length > 0 ? tried : warnOfHints(crumb).map(asWarning);
}
