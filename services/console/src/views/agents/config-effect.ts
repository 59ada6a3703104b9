import type { AccountItem, PreviewReply } from '@crumbtrail/contracts';

/** The tokens of a section before and after. */
export interface SectionChange {
  readonly section: string;
  readonly before: number;
  readonly after: number;
}

/** An item that only one of two builds contains. */
export interface EffectItem {
  readonly id: string;
  readonly section: string;
  readonly tokens: number;
  /** Why the other build left it out; absent where no source found it there. */
  readonly decision?: string | undefined;
}

/** How another configuration changes a context. */
export interface ConfigEffect {
  readonly total: SectionChange;
  readonly cap: SectionChange;
  readonly sections: readonly SectionChange[];
  readonly added: readonly EffectItem[];
  readonly dropped: readonly EffectItem[];
}

type BuildResult = Pick<PreviewReply, 'tokens' | 'budget' | 'items'>;

const itemKey = ({ id, chunk }: AccountItem): string => `${id}#${chunk ?? 0}`;
const keptItems = ({ items }: BuildResult): AccountItem[] => items.filter(({ decision }) => decision === 'kept');

function itemsOnlyIn(here: BuildResult, there: BuildResult): EffectItem[] {
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

/** Compares two builds of the same turn. */
export function compareBuilds(before: BuildResult, after: BuildResult): ConfigEffect {
  const was = before.tokens.by_section;
  const is = after.tokens.by_section;
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return {
    total: { section: 'total', before: before.tokens.total, after: after.tokens.total },
    cap: { section: 'limit', before: before.budget.cap, after: after.budget.cap },
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
  superseded: 'superseded by a newer text or version',
  hint_failed: 'its llm_hints failed to render',
};

/** Why a build does not contain an item. */
export function explainAbsence({ decision }: EffectItem): string {
  return decision === undefined ? 'not found by any source' : (reasons[decision] ?? decision);
}
