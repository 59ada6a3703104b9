import type { AccountItem, AgentContextV1, Participant, QueryTerms } from '@crumbtrail/contracts';
import { RENDERER } from '@crumbtrail/hints';
import { describeKeptOrder } from '../format/kept-order';
import { inShownOrder, SECTION_ORDER } from '../format/layout';
import type { ShownOrder } from '../format/shown-order';
import type { Budget } from '../plan/budget';
import type { CountingRule, TokenCounter } from '../plan/counting';
import type { FitResult, FormattedContext } from '../fit/fit';
import type { Formatter } from '../format/formatter';
import type { PreviousOrder } from '../gather/load-previous-order';
import { narrowedReaders } from '../gather/answer-readers';
import { itemChunkKey, itemKey, type DroppedItem, type ScoredItem } from '../gather/item';
import type { BuildInput } from '../gather/build-input';
import { sceneRecord, type PlacedScene } from '../fit/place-scene';
import type { SelectedTools } from '../plan/tool-selection';
import type { PlacedPicture } from '@crumbtrail/prompting';
import type { BuildPlan } from '../plan/plan';
import type { RetrievedCandidates } from '../gather/retrieve-candidates';

/** What a build was made from: its input, and the settings that were in force. */
interface BuildBasis {
  readonly input: BuildInput;
  readonly plan: BuildPlan;
  readonly hash: string;
  readonly budget: Budget;
  readonly tokenizer: AgentContextV1['tokenizer'];
  readonly counting: CountingRule;
  readonly selectedTools: SelectedTools;
  readonly pictures: readonly PlacedPicture[];
}

/** A finished context with everything that explains it. */
export interface BuiltContext extends BuildBasis {
  readonly text: string;
  /** Versions of the renderer and of the format. */
  readonly renderer: string;
  readonly tokens: AgentContextV1['tokens'];
  /** Kept items first, in the order shown; then those dropped, best first. */
  readonly items: readonly AccountItem[];
  /** Number of texts found so far below every floor that they have no row in `items`. */
  readonly beyond: number;
  /** Number of texts of the session that the agent may read, but not all readers of the answer. */
  readonly hidden: number;
  /** Sources that did not answer within their time. */
  readonly late?: RetrievedCandidates['late'];
  /** The earlier question whose memories came late and were searched for again. */
  readonly earlier?: RetrievedCandidates['earlier'];
  /** The past sessions of what was recalled. */
  readonly recalled?: RetrievedCandidates['recalled'];
  /** Who may read the answer of a confidant, where what was kept makes it fewer than the message says. */
  readonly readers?: readonly string[];
  /** Characters kept of a truncated current message. */
  readonly messageCut?: number;
  /** What keeping the order of the turn before is worth. */
  readonly kept_order?: AgentContextV1['kept_order'];
  /** What authors put before the agent, where anything applied. */
  readonly scene?: AgentContextV1['scene'];
  /** Whether the name of the message's author did not fit. */
  readonly nameless: boolean;
  /** The participants, besides the session's members, that names were chosen among. */
  readonly speakers: readonly Participant[];
  readonly index_position: number;
  readonly embedder: string | null;
  readonly query?: QueryTerms;
  /** All store queries of the build, without the bus's read of the turn. */
  readonly queries: number;
}

/** The results of all steps, before they are accounted for. */
export interface BuildOutcome extends BuildBasis {
  readonly retrieved: RetrievedCandidates;
  readonly speakers: readonly Participant[];
  /** Keys of the last exchanges. */
  readonly exchanges: ReadonlySet<string>;
  readonly fitted: FitResult;
  readonly formatter: Formatter;
  readonly dropped: readonly DroppedItem[];
  readonly previous: PreviousOrder | null;
  readonly order: ShownOrder | undefined;
  readonly scene: PlacedScene;
  readonly count: TokenCounter;
  /** Queries made to resolve the settings. */
  readonly queries: number;
}

/** The decision about a candidate, and what it costs or would have cost. */
type ItemOutcome = Pick<AccountItem, 'decision' | 'tokens'> & {
  reason?: string;
  cut?: number;
  ranges?: AccountItem['ranges'];
  lead?: number;
  digest?: string;
  pinned?: true;
};

function toAccountRow(
  { item, source, section, rank, score, scores }: ScoredItem,
  itemOutcome: ItemOutcome,
): AccountItem {
  const { id, version, chunk } = item;
  const { decision, tokens } = itemOutcome;
  const row: AccountItem & ItemOutcome = { id, version, chunk, source, section, decision, tokens, rank, score, scores };
  if (itemOutcome.reason !== undefined) row.reason = itemOutcome.reason;
  if (item.ranges !== undefined) row.ranges = item.ranges.map(({ from, to }) => [from, to]);
  if (item.lead !== undefined) row.lead = item.lead.added;
  if (itemOutcome.cut !== undefined) row.cut = itemOutcome.cut;
  if (itemOutcome.digest !== undefined) row.digest = itemOutcome.digest;
  if (itemOutcome.pinned) row.pinned = true;
  return row;
}

/** Tokens of a dropped item as it would be shown or, where it was not offered to the budget, of its text as indexed. */
function estimateTokens({ item }: ScoredItem, { counting, fitted }: BuildOutcome): number {
  return fitted.costs.get(itemKey(item)) ?? Math.ceil(item.indexed * counting.factor);
}

function listAccountItems(outcome: BuildOutcome): AccountItem[] {
  const { fitted, dropped, exchanges } = outcome;
  const row = (scored: ScoredItem, itemOutcome: ItemOutcome): AccountItem =>
    toAccountRow(scored, exchanges.has(itemKey(scored.item)) ? { ...itemOutcome, pinned: true } : itemOutcome);
  const kept = SECTION_ORDER.flatMap((name) => inShownOrder(fitted.chosen, name, outcome.order));
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

/** Tokens in all and by section. The last section gets the difference, so that the sections add up to the total. */
function countPartTokens(
  { parts, tokens: total }: FormattedContext,
  count: (text: string) => number,
): BuiltContext['tokens'] {
  const before = new Map<string, number>();
  for (const { name, text } of parts.slice(0, -1)) before.set(name, (before.get(name) ?? 0) + count(text));
  const rest = total - [...before.values()].reduce((sum, tokens) => sum + tokens, 0);
  const last = parts.at(-1)?.name ?? 'message';
  return { total, by_section: { ...Object.fromEntries(before), [last]: (before.get(last) ?? 0) + rest } };
}

/** Who may read the answer, where the texts that were kept narrow it. */
function readersOf({ input, retrieved, fitted }: BuildOutcome): Pick<BuiltContext, 'readers'> {
  const kept = new Set(fitted.chosen.map(({ scored }) => itemKey(scored.item)));
  const candidates = retrieved.sources.flatMap((source) => source.candidates);
  const readers = narrowedReaders(
    input.access,
    candidates.filter((one) => kept.has(itemChunkKey(one))),
  );
  return readers === undefined ? {} : { readers };
}

function includeKeptOrder({ fitted, previous }: BuildOutcome): Pick<BuiltContext, 'kept_order'> {
  const kept_order = describeKeptOrder(fitted.chosen, previous);
  return kept_order === undefined ? {} : { kept_order };
}

function includeScene({ input, scene }: BuildOutcome): Pick<BuiltContext, 'scene'> {
  const record = sceneRecord(input, scene);
  return record === undefined ? {} : { scene: record };
}

/** Accounts for a build: all counts are those of the formatted text, and every candidate has its decision and reason. */
export function writeAccount(outcome: BuildOutcome): BuiltContext {
  const { input, plan, hash, budget, tokenizer, retrieved, fitted, formatter, speakers, count } = outcome;
  const { formatted } = fitted;
  return {
    input,
    plan,
    hash,
    budget,
    tokenizer,
    counting: outcome.counting,
    selectedTools: outcome.selectedTools,
    pictures: outcome.pictures,
    text: formatted.text,
    renderer: `${RENDERER} ${formatter.version}`,
    tokens: countPartTokens(formatted, count),
    items: listAccountItems(outcome),
    beyond: retrieved.beyond,
    hidden: retrieved.hidden,
    ...(retrieved.late ? { late: retrieved.late } : {}),
    ...(retrieved.earlier ? { earlier: retrieved.earlier } : {}),
    ...(retrieved.recalled ? { recalled: retrieved.recalled } : {}),
    ...readersOf(outcome),
    ...(fitted.messageCut === undefined ? {} : { messageCut: fitted.messageCut }),
    ...includeKeptOrder(outcome),
    ...includeScene(outcome),
    nameless: fitted.message.speaker === null,
    speakers,
    index_position: retrieved.index_position,
    embedder: retrieved.embedder,
    ...(retrieved.query ? { query: retrieved.query } : {}),
    queries: input.queries + outcome.queries + retrieved.queries,
  };
}
