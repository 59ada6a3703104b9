import type { AccountItem, AgentContextV1, Participant, QueryTerms } from '@crumbtrail/contracts';
import { RENDERER } from '@crumbtrail/hints';
import { entryOf, inOrder, ORDER, type Layout } from '../format/layout';
import type { Budget } from '../plan/budget';
import type { Counting } from '../plan/counting';
import type { Fitted } from '../fit/fit';
import { written, type Formatter, type Part } from '../format/formatter';
import { keyOf, type Dropped, type Scored } from '../gather/item';
import type { Occasion } from '../gather/build-input';
import type { Offer } from '../plan/tool-selection';
import type { Plan } from '../plan/plan';
import type { Retrieved } from '../gather/retrieve';

/** A finished context with everything that explains it. */
export interface Built {
  readonly occasion: Occasion;
  readonly plan: Plan;
  readonly hash: string;
  readonly budget: Budget;
  readonly tokenizer: AgentContextV1['tokenizer'];
  readonly counting: Counting;
  readonly offer: Offer;
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
export interface Outcome {
  readonly occasion: Occasion;
  readonly plan: Plan;
  readonly hash: string;
  readonly budget: Budget;
  readonly tokenizer: AgentContextV1['tokenizer'];
  readonly counting: Counting;
  readonly offer: Offer;
  readonly retrieved: Retrieved;
  readonly speakers: readonly Participant[];
  /** Keys of the last exchanges. */
  readonly exchanges: ReadonlySet<string>;
  readonly fitted: Fitted;
  readonly layout: Layout;
  readonly formatter: Formatter;
  readonly dropped: readonly Dropped[];
  readonly count: (text: string) => number;
  /** Queries made to settle how to count. */
  readonly queries: number;
}

/** What became of a candidate, and what it costs or would have cost. */
type Fate = Pick<AccountItem, 'decision' | 'tokens'> & {
  reason?: string;
  cut?: number;
  digest?: string;
  pinned?: true;
};

function rowOf({ item, source, section, rank, score, scores }: Scored, fate: Fate): AccountItem {
  const { id, version, chunk } = item;
  const { decision, tokens } = fate;
  const row: AccountItem & Fate = { id, version, chunk, source, section, decision, tokens, rank, score, scores };
  if (fate.reason !== undefined) row.reason = fate.reason;
  if (fate.cut !== undefined) row.cut = fate.cut;
  if (fate.digest !== undefined) row.digest = fate.digest;
  if (fate.pinned) row.pinned = true;
  return row;
}

/** Tokens of what is left out as it would stand, or, where its text did not come with it, of its text as indexed. */
function costOf({ item, section }: Scored, { formatter, count, counting }: Outcome): number {
  if (item.text === '') return Math.ceil(item.indexed * counting.factor);
  return count(formatter.entry(entryOf(item, item.text), section));
}

function itemsOf(outcome: Outcome): AccountItem[] {
  const { fitted, dropped, exchanges } = outcome;
  const row = (scored: Scored, fate: Fate): AccountItem =>
    rowOf(scored, exchanges.has(keyOf(scored.item)) ? { ...fate, pinned: true } : fate);
  const kept = ORDER.flatMap((name) => inOrder(fitted.chosen, name));
  const rest = [...dropped, ...fitted.dropped].sort((a, b) => a.scored.rank - b.scored.rank);
  return [
    ...kept.map(({ scored, tokens, cut }) =>
      row(scored, { decision: 'kept', tokens, cut, digest: scored.item.digest }),
    ),
    ...rest.map(({ scored, decision, reason }) => row(scored, { decision, tokens: costOf(scored, outcome), reason })),
  ];
}

/** Tokens of each part; they add up to those of the whole, what a seam saves or costs being the last one's. */
function tokensOf(parts: readonly Part[], count: (text: string) => number): Built['tokens'] {
  const total = count(written(parts));
  const before = new Map<string, number>();
  for (const { name, text } of parts.slice(0, -1)) before.set(name, (before.get(name) ?? 0) + count(text));
  const rest = total - [...before.values()].reduce((sum, tokens) => sum + tokens, 0);
  const last = parts.at(-1)?.name ?? 'message';
  return { total, by_section: { ...Object.fromEntries(before), [last]: (before.get(last) ?? 0) + rest } };
}

/** Counts and records what was decided: every number in it is of the text as it is, and every candidate has its reason. */
export function account(outcome: Outcome): Built {
  const { occasion, plan, hash, budget, tokenizer, retrieved, fitted, layout, formatter, speakers, count } = outcome;
  const parts = formatter.parts(layout);
  return {
    occasion,
    plan,
    hash,
    budget,
    tokenizer,
    counting: outcome.counting,
    offer: outcome.offer,
    text: written(parts),
    renderer: `${RENDERER} ${formatter.version}`,
    tokens: tokensOf(parts, count),
    items: itemsOf(outcome),
    beyond: retrieved.beyond,
    ...(fitted.messageCut === undefined ? {} : { messageCut: fitted.messageCut }),
    nameless: fitted.message.speaker === null,
    speakers,
    index_position: retrieved.index_position,
    embedder: retrieved.embedder,
    ...(retrieved.query ? { query: retrieved.query } : {}),
    queries: occasion.queries + outcome.queries + retrieved.queries,
  };
}
