import { STABLE_SECTIONS, unpackKept, type AccountItem, type PreviousPackingReply } from '@crumbtrail/contracts';
import type { BuildPlan } from '../plan/plan';
import { mayKeepOrder } from '../plan/previous-order';
import type { PackingSource } from '../ports';
import type { BuildInput } from './build-input';

/** The latest context of the agent in the session, whose order is kept. */
export interface PreviousOrder {
  readonly context: string;
  /** The kept rows of the sections that are meant to stay the same, as shown. */
  readonly rows: readonly AccountItem[];
  /** What its reply was billed at, where that is known. */
  readonly prices?: NonNullable<PreviousPackingReply['previous']>['prices'];
}

/** What was loaded, and the number of queries that took. */
export interface LoadedOrder {
  readonly previous: PreviousOrder | null;
  readonly queries: number;
}

/** Loads the order of the turn before; null where it is not kept: the plan says so, or its cached tokens cost as much as others. */
export async function loadPreviousOrder(
  { access: { session, agent }, as_of }: BuildInput,
  plan: BuildPlan,
  packings: PackingSource,
): Promise<LoadedOrder> {
  if (session === undefined || !mayKeepOrder(plan)) return { previous: null, queries: 0 };
  const { previous } = await packings.previousPacking({ session, agent, as_of });
  return { previous: previous ? toPreviousOrder(previous, plan) : null, queries: 1 };
}

function toPreviousOrder(
  { context, account, prices, format = 'markdown' }: NonNullable<PreviousPackingReply['previous']>,
  plan: BuildPlan,
): PreviousOrder | null {
  const isCachedCheaper = (prices?.cached_input ?? Infinity) < (prices?.input ?? 0);
  if (!(plan.keep_order ?? isCachedCheaper) || format !== plan.format) return null;
  const isStable = ({ section }: AccountItem): boolean => STABLE_SECTIONS.some((name) => name === section);
  const rows = unpackKept(account).filter(isStable);
  return { context, rows, ...(prices && { prices }) };
}
