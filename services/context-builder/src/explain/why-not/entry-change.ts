import type { EntryChange } from '@crumbtrail/contracts/operations/why-not';
import { findTargetRow, showsTarget, type EntryTarget, type TriedChange } from './lacking-build';
import type { RecordedRebuild } from './recorded-rebuild';
import { remedies } from './remedies';

/** A text may be kept out by its floor, then as filler, then by the budget, and so on. */
const MOST_STEPS = 8;

function toEntryChange({ says, score, tokens, budget, config }: TriedChange): EntryChange {
  return {
    says: says.length === 0 ? 'nothing: built again, it is in' : says.join(', and '),
    ...(score === undefined ? {} : { score }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(budget === undefined ? {} : { budget }),
    ...(config === undefined ? {} : { config }),
  };
}

/**
 * The smallest change of settings with which a build keeps the text, tried by building; null where none was found. Each step removes what
 * keeps the text out after the step before.
 */
export async function findEntryChange(target: EntryTarget, rebuild: RecordedRebuild): Promise<EntryChange | null> {
  let change: TriedChange = { says: [] };
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const built = await rebuild.build(change);
    const row = findTargetRow(built.items, target);
    if (row && showsTarget(row, target)) return toEntryChange(change);
    const next = await remedies[row?.decision ?? 'absent']({ change, built, row, target, rebuild });
    if (next === null) return null;
    change = next;
  }
  return null;
}
