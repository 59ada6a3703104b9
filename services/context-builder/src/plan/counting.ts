import type { AgentContextV1, AgentDefV1, CalibrationReply } from '@crumbtrail/contracts';
import { countTokens } from '@crumbtrail/hints';

/** How tokens are counted for one model: the tokenizer's count times `factor`, and the share of the budget kept free. */
export type Counting = NonNullable<AgentContextV1['counting']>;

/** Counts the tokens of a text. */
export type TokenCounter = (text: string) => number;

type CountingSetting = NonNullable<AgentDefV1['model']>['counting'];

const EXACT: Counting = { mode: 'exact', factor: 1, margin: 0 };
/** Before anything was billed: most vocabularies need some more tokens than ours, seldom a tenth beyond that. */
const UNCALIBRATED = { factor: 1.15, margin: 0.1 };
/** Below so many bills the margin that they teach is not believed to be smaller than this. */
const FEW_SAMPLES = 20;
const LEAST_MARGIN = 0.05;

/** Is anything to be learnt from bills? Not where the definition says all, or where the tokenizer is the model's own. */
export function learnsFromBills(asked: CountingSetting): boolean {
  return asked?.mode === 'estimate' && (asked.factor === undefined || asked.margin === undefined);
}

function calibratedBy(learned: CalibrationReply | null): Pick<Counting, 'factor' | 'margin'> {
  if (learned === null || learned.samples === 0) return UNCALIBRATED;
  const least = learned.samples < FEW_SAMPLES ? LEAST_MARGIN : 0;
  return { factor: learned.factor, margin: Math.max(learned.margin, least) };
}

/** How a model's tokens are counted: as its definition says, what that leaves open as its bills teach. */
export function resolveCounting(asked: CountingSetting, learned: CalibrationReply | null): Counting {
  if (asked?.mode !== 'estimate') return EXACT;
  const taught = calibratedBy(learned);
  const { factor = taught.factor, margin = taught.margin } = asked;
  return { mode: 'estimate', factor, margin, ...(learnsFromBills(asked) ? { samples: learned?.samples ?? 0 } : {}) };
}

/** The counter of a context: what it counted with is in its record. */
export function createCounter(
  tokenizer: AgentContextV1['tokenizer'],
  counting: AgentContextV1['counting'],
): TokenCounter {
  const factor = counting?.mode === 'estimate' ? counting.factor : 1;
  if (factor === 1) return (text) => countTokens(text, tokenizer);
  return (text) => Math.ceil(countTokens(text, tokenizer) * factor);
}
