import type { Issue, LlmHints } from '@crumbtrail/contracts';
import { checkHints, tryHints, type Renderable } from '@crumbtrail/hints';
import { checkSchemaDef, checkSchemaShape } from '../schemas/check-schema-def';

/** What is tried before a commit: new hints of a crumb, on its payload if that is known; or a definition of a schema with its hints and examples. */
export type HintTrial =
  | { readonly kind: 'crumb'; readonly llm_hints: LlmHints; readonly crumb: Renderable | null }
  | { readonly kind: 'schema'; readonly context: Record<string, unknown>; readonly isChange?: boolean };

/** Has hints tried, now or later, and the write refused with this message where they have issues. */
export type TryHints = (trial: HintTrial, message: string) => void;

/** A trial that a prepared commit waits for. */
export interface PendingTrial {
  readonly trial: HintTrial;
  /** Throws the refusal of the write if there are issues. */
  settle(issues: readonly Issue[]): void;
}

/** The problems that a trial finds; its thread is busy until then. */
export function runTrial(trial: HintTrial): Issue[] {
  // The writer says first what a changed schema breaks, then what is wrong with its shape.
  if (trial.kind === 'schema' && trial.isChange && checkSchemaShape(trial.context).length > 0) return [];
  if (trial.kind === 'schema')
    return checkSchemaDef(trial.context).map((one) => ({ ...one, path: `/context${one.path}` }));
  const issues = checkHints(trial.llm_hints);
  return issues.length > 0 || trial.crumb === null ? issues : tryHints({ ...trial.crumb, llm_hints: trial.llm_hints });
}
