import {
  packAccount,
  sha256,
  type AccountItem,
  type AgentContextV1,
  type AgentTurnV1,
  type PreviewReply,
  type Ref,
} from '@crumbtrail/contracts';
import { RENDERER } from '@crumbtrail/hints';
import { inOrder, ORDER, type Chosen, type Layout } from './arrange';
import type { Budget } from './budget';
import type { Fitted } from './fit';
import { written, type Formatter, type Part } from './formatter';
import type { Dropped, Scored } from './item';
import type { Occasion } from './occasion';
import type { Plan } from './plan';
import type { Retrieved } from './retrieve';

/** A finished context with everything that explains it. */
export interface Built {
  readonly occasion: Occasion;
  readonly plan: Plan;
  readonly hash: string;
  readonly budget: Budget;
  readonly tokenizer: AgentContextV1['tokenizer'];
  readonly text: string;
  /** Version of the format that wrote the text. */
  readonly formatter: string;
  readonly tokens: AgentContextV1['tokens'];
  /** Kept items first, in the order shown; then those dropped, best first. */
  readonly items: readonly AccountItem[];
  readonly messageCut?: number;
  readonly index_position: number;
  readonly embedder: string | null;
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
  readonly retrieved: Retrieved;
  readonly fitted: Fitted;
  readonly layout: Layout;
  readonly formatter: Formatter;
  readonly dropped: readonly Dropped[];
  readonly count: (text: string) => number;
}

function row({ item, source, section, rank, score, scores }: Scored): Omit<AccountItem, 'decision' | 'tokens'> {
  return { id: item.id, version: item.version, chunk: item.chunk, source, section, rank, score, scores };
}

function keptRow({ scored, tokens, cut }: Chosen): AccountItem {
  return {
    ...row(scored),
    decision: 'kept',
    tokens,
    ...(cut === undefined ? {} : { reason: `cut to ${cut} characters` }),
  };
}

function droppedRow({ scored, decision, reason }: Dropped, count: (text: string) => number): AccountItem {
  return { ...row(scored), decision, tokens: count(scored.item.text), ...(reason === undefined ? {} : { reason }) };
}

function itemsOf({ fitted, plan, dropped, count }: Outcome): AccountItem[] {
  const kept = ORDER.flatMap((name) =>
    plan.sections.some((one) => one.name === name) ? inOrder(fitted.chosen, name) : [],
  );
  const rest = [...dropped, ...fitted.dropped].sort((a, b) => a.scored.rank - b.scored.rank);
  return [...kept.map(keptRow), ...rest.map((one) => droppedRow(one, count))];
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
  const { occasion, plan, hash, budget, tokenizer, retrieved, fitted, layout, formatter, count } = outcome;
  const parts = formatter.parts(layout);
  return {
    occasion,
    plan,
    hash,
    budget,
    tokenizer,
    text: written(parts),
    formatter: formatter.version,
    tokens: tokensOf(parts, count),
    items: itemsOf(outcome),
    ...(fitted.messageCut === undefined ? {} : { messageCut: fitted.messageCut }),
    index_position: retrieved.index_position,
    embedder: retrieved.embedder,
    queries: occasion.queries + retrieved.queries,
  };
}

/** Crumbs whose words stand in the text: when one of them is erased, the text goes too. */
export function quotesOf({ items, occasion }: Built): Ref[] {
  const kept = items.filter(({ decision }) => decision === 'kept').map(({ id, version }) => ({ id, version }));
  const all = occasion.trigger.ref ? [...kept, occasion.trigger.ref] : kept;
  return [...new Map(all.map((ref) => [`${ref.id}@${ref.version}`, ref])).values()];
}

/** A build as the payload of its crumb. The text itself is a blob beside it. */
export function toContext(
  built: Built,
  turn: { readonly id: string; readonly context: AgentTurnV1 },
  buildMs: number,
): AgentContextV1 {
  const { occasion, plan, hash, messageCut } = built;
  const { config, session, eyes } = occasion;
  return {
    turn: { id: turn.id },
    agent: turn.context.agent,
    trigger: { ...turn.context.trigger, ...(messageCut === undefined ? {} : { cut: messageCut }) },
    definition: { id: occasion.definition.id, version: occasion.definition.version },
    config: { hash, ...(config ?? {}) },
    ...(eyes.session === undefined
      ? {}
      : { session: { name: eyes.session, ...(session ? { id: session.id, version: session.version } : {}) } }),
    format: plan.format,
    formatted_hash: `sha256:${sha256(built.text)}`,
    tokens: built.tokens,
    budget: built.budget,
    tokenizer: built.tokenizer,
    margin: 0,
    embedder: built.embedder,
    renderer: `${RENDERER} ${built.formatter}`,
    as_of: occasion.as_of,
    index_position: built.index_position,
    now: occasion.now,
    plan: { ...plan, sources: plan.sources.map((source) => ({ ...source })) },
    queries: built.queries + 1,
    build_ms: buildMs,
    account: packAccount(built.items),
  };
}

/** A build as the answer to a preview. */
export function toPreview(built: Built): PreviewReply {
  return {
    formatted_context: built.text,
    tokens: built.tokens,
    budget: built.budget,
    tokenizer: built.tokenizer,
    position: built.occasion.as_of,
    config_hash: built.hash,
    items: built.items,
    beyond: 0,
    queries: built.queries,
  };
}
