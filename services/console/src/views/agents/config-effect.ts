import type { AccountItem, PreviewReply } from '@crumbtrail/contracts';

/** Tokens of one section before and after. */
export interface SectionChange {
  readonly section: string;
  readonly before: number;
  readonly after: number;
}

/** One text that is in only one of two builds. */
export interface ChangedItem {
  readonly id: string;
  readonly section: string;
  readonly tokens: number;
  /** In the build that does not have it: what decided so; absent where nobody found it there. */
  readonly decision?: string | undefined;
}

/** What another configuration does to one context. */
export interface ConfigEffect {
  readonly total: SectionChange;
  readonly cap: SectionChange;
  readonly sections: readonly SectionChange[];
  readonly added: readonly ChangedItem[];
  readonly dropped: readonly ChangedItem[];
}

type BuildResult = Pick<PreviewReply, 'tokens' | 'budget' | 'items'>;

const itemKey = ({ id, chunk }: AccountItem): string => `${id}#${chunk ?? 0}`;
const keptItems = ({ items }: BuildResult): AccountItem[] => items.filter(({ decision }) => decision === 'kept');

function itemsOnlyIn(here: BuildResult, there: BuildResult): ChangedItem[] {
  const kept = new Set(keptItems(there).map(itemKey));
  const decisions = new Map(there.items.map((item) => [itemKey(item), item.decision]));
  return keptItems(here)
    .filter((item) => !kept.has(itemKey(item)))
    .map((item) => ({
      id: item.id,
      section: item.section,
      tokens: item.tokens,
      decision: decisions.get(itemKey(item)),
    }));
}

/** Two builds of the same turn side by side. */
export function compareBuilds(before: BuildResult, after: BuildResult): ConfigEffect {
  const [was, is] = [before.tokens.by_section, after.tokens.by_section];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return {
    total: { section: 'total', before: before.tokens.total, after: after.tokens.total },
    cap: { section: 'cap', before: before.budget.cap, after: after.budget.cap },
    sections: names.map((section) => ({ section, before: was[section] ?? 0, after: is[section] ?? 0 })),
    added: itemsOnlyIn(after, before),
    dropped: itemsOnlyIn(before, after),
  };
}

const reasons: Readonly<Record<string, string>> = {
  over_budget: 'doesn’t fit the budget',
  below_floor: 'not relevant enough',
  duplicate_of: 'duplicate of another item',
  low_information: 'filler (too little information)',
  expired: 'expired',
  superseded: 'replaced by a newer version',
  hint_failed: 'its llm_hints failed to render',
};

/** Why a build does not have it. */
export function explainAbsence({ decision }: ChangedItem): string {
  return decision === undefined ? 'not found by any source' : (reasons[decision] ?? decision);
}
