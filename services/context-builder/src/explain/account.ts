import type { AccountItem, AgentContextV1, Participant, QueryTerms } from '@crumbtrail/contracts';
import { RENDERER } from '@crumbtrail/hints';
import { toEntry, inShownOrder, SECTION_ORDER, type ContextLayout } from '../format/layout';
import type { Budget } from '../plan/budget';
import type { Counting } from '../plan/counting';
import type { FitResult } from '../fit/fit';
import { joinParts, type Formatter, type ContextPart } from '../format/formatter';
import { itemKey, type DroppedItem, type ScoredItem } from '../gather/item';
import type { BuildInput } from '../gather/build-input';
import type { SelectedTools } from '../plan/tool-selection';
import type { BuildPlan } from '../plan/plan';
import type { RetrievedCandidates } from '../gather/retrieve';

/** A finished context with everything that explains it. */
export interface BuiltContext {
  readonly input: BuildInput;
  readonly plan: BuildPlan;
  readonly hash: string;
  readonly budget: Budget;
  readonly tokenizer: AgentContextV1['tokenizer'];
  readonly counting: Counting;
  readonly selectedTools: SelectedTools;
  readonly text: string;
  /** Versions of what rendered the texts and of what formatted them. */
  readonly renderer: string;
  readonly tokens: AgentContextV1['tokens'];
  /** Kept items first, in the order shown; then those dropped, best first. */
  readonly items: readonly AccountItem[];
  /** Texts found so far below every floor that no item tells of them. */
  readonly beyond: number;
  readonly messageCut?: number;
  /** The name of who asks found no room. */
  readonly nameless: boolean;
  /** Those among whom names were given. */
  readonly speakers: readonly Participant[];
  readonly index_position: number;
  readonly embedder: string | null;
  readonly query?: QueryTerms;
  /** All queries of the build, the transport's read of the turn left out. */
  readonly queries: number;
}

/** What the stages made, before it is written down. */
export interface BuildOutcome {
  readonly input: BuildInput;
  readonly plan: BuildPlan;
  readonly hash: string;
  readonly budget: Budget;
  readonly tokenizer: AgentContextV1['tokenizer'];
  readonly counting: Counting;
  readonly selectedTools: SelectedTools;
  readonly retrieved: RetrievedCandidates;
  readonly speakers: readonly Participant[];
  /** Keys of the last exchanges. */
  readonly exchanges: ReadonlySet<string>;
  readonly fitted: FitResult;
  readonly layout: ContextLayout;
  readonly formatter: Formatter;
  readonly dropped: readonly DroppedItem[];
  readonly count: (text: string) => number;
  /** Queries made to settle how to count. */
  readonly queries: number;
}

/** What became of a candidate, and what it costs or would have cost. */
type ItemOutcome = Pick<AccountItem, 'decision' | 'tokens'> & {
  reason?: string;
  cut?: number;
  digest?: string;
  pinned?: true;
};

function toAccountRow({ item, source, section, rank, score, scores }: ScoredItem, fate: ItemOutcome): AccountItem {
  const { id, version, chunk } = item;
  const { decision, tokens } = fate;
  const row: AccountItem & ItemOutcome = { id, version, chunk, source, section, decision, tokens, rank, score, scores };
  if (fate.reason !== undefined) row.reason = fate.reason;
  if (fate.cut !== undefined) row.cut = fate.cut;
  if (fate.digest !== undefined) row.digest = fate.digest;
  if (fate.pinned) row.pinned = true;
  return row;
}

/** Tokens of what is left out as it would stand, or, where its text did not come with it, of its text as indexed. */
function estimateTokens({ item, section }: ScoredItem, { formatter, count, counting }: BuildOutcome): number {
  if (item.text === '') return Math.ceil(item.indexed * counting.factor);
  return count(formatter.entry(toEntry(item, item.text), section));
}

function listAccountItems(outcome: BuildOutcome): AccountItem[] {
  const { fitted, dropped, exchanges } = outcome;
  const row = (scored: ScoredItem, fate: ItemOutcome): AccountItem =>
    toAccountRow(scored, exchanges.has(itemKey(scored.item)) ? { ...fate, pinned: true } : fate);
  const kept = SECTION_ORDER.flatMap((name) => inShownOrder(fitted.chosen, name));
  const rest = [...dropped, ...fitted.dropped].sort((a, b) => a.scored.rank - b.scored.rank);
  return [
    ...kept.map(({ scored, tokens, cut }) =>
      row(scored, { decision: 'kept', tokens, cut, digest: scored.item.digest }),
    ),
    ...rest.map(({ scored, decision, reason }) =>
      row(scored, { decision, tokens: estimateTokens(scored, outcome), reason }),
    ),
  ];
}

/** Tokens of each part; they add up to those of the whole, what a seam saves or costs being the last one's. */
function countPartTokens(parts: readonly ContextPart[], count: (text: string) => number): BuiltContext['tokens'] {
  const total = count(joinParts(parts));
  const before = new Map<string, number>();
  for (const { name, text } of parts.slice(0, -1)) before.set(name, (before.get(name) ?? 0) + count(text));
  const rest = total - [...before.values()].reduce((sum, tokens) => sum + tokens, 0);
  const last = parts.at(-1)?.name ?? 'message';
  return { total, by_section: { ...Object.fromEntries(before), [last]: (before.get(last) ?? 0) + rest } };
}

/** Counts and records what was decided: every number in it is of the text as it is, and every candidate has its reason. */
export function writeAccount(outcome: BuildOutcome): BuiltContext {
  const { input, plan, hash, budget, tokenizer, retrieved, fitted, layout, formatter, speakers, count } = outcome;
  const parts = formatter.parts(layout);
  return {
    input,
    plan,
    hash,
    budget,
    tokenizer,
    counting: outcome.counting,
    selectedTools: outcome.selectedTools,
    text: joinParts(parts),
    renderer: `${RENDERER} ${formatter.version}`,
    tokens: countPartTokens(parts, count),
    items: listAccountItems(outcome),
    beyond: retrieved.beyond,
    ...(fitted.messageCut === undefined ? {} : { messageCut: fitted.messageCut }),
    nameless: fitted.message.speaker === null,
    speakers,
    index_position: retrieved.index_position,
    embedder: retrieved.embedder,
    ...(retrieved.query ? { query: retrieved.query } : {}),
    queries: input.queries + outcome.queries + retrieved.queries,
  };
}
