import type { AgentContextV1, AgentDefV1, CalibrationReply } from '@crumbtrail/contracts';
import { countTokens, countTokensAround, type CountedText } from '@crumbtrail/hints';

/** How tokens are counted for one model: the tokenizer's count times `factor`; `margin` is the share of the budget kept free. */
export type CountingRule = NonNullable<AgentContextV1['counting']>;

/** Counts the tokens of a text: faster where it contains a text whose tokens are known. */
export type TokenCounter = (text: string, contained?: CountedText) => number;

type CountingSetting = NonNullable<AgentDefV1['model']>['counting'];

const EXACT: CountingRule = { mode: 'exact', factor: 1, margin: 0 };
/** Before the first bill: most vocabularies need some more tokens than ours, rarely more than a tenth beyond that. */
const UNCALIBRATED = { factor: 1.15, margin: 0.1 };
/** With fewer bills than this the learned margin is at least `LEAST_MARGIN`. */
const FEW_SAMPLES = 20;
const LEAST_MARGIN = 0.05;

/** True if counting is calibrated by billed tokens: only for estimates whose factor or margin the definition leaves open. */
export function learnsFromBills(setting: CountingSetting): boolean {
  return setting?.mode === 'estimate' && (setting.factor === undefined || setting.margin === undefined);
}

function calibratedBy(learned: CalibrationReply | null): Pick<CountingRule, 'factor' | 'margin'> {
  if (learned === null || learned.samples === 0) return UNCALIBRATED;
  const least = learned.samples < FEW_SAMPLES ? LEAST_MARGIN : 0;
  return { factor: learned.factor, margin: Math.max(learned.margin, least) };
}

/** How to count the tokens of a model: by its definition, and by what its bills taught where the definition is silent. */
export function resolveCounting(setting: CountingSetting, learned: CalibrationReply | null): CountingRule {
  if (setting?.mode !== 'estimate') return EXACT;
  const learnedCounting = calibratedBy(learned);
  const { factor = learnedCounting.factor, margin = learnedCounting.margin } = setting;
  return { mode: 'estimate', factor, margin, ...(learnsFromBills(setting) ? { samples: learned?.samples ?? 0 } : {}) };
}

/** The token counter for a context; tokenizer and counting are in its record, so the same counter can be made again. */
export function createCounter(
  tokenizer: AgentContextV1['tokenizer'],
  counting: AgentContextV1['counting'],
): TokenCounter {
  const factor = counting?.mode === 'estimate' ? counting.factor : 1;
  const countExactly: TokenCounter = (text, contained) =>
    contained ? countTokensAround(text, contained, tokenizer) : countTokens(text, tokenizer);
  if (factor === 1) return countExactly;
  return (text, contained) => Math.ceil(countExactly(text, contained) * factor);
}
