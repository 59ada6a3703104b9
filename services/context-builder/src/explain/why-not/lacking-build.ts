import { MOST_SOURCES, type AccountItem, type Source } from '@crumbtrail/contracts';
import { requestedSources } from '../../plan/plan';
import { excerptAt } from '../../text/excerpt-text';
import type { BuiltContext } from '../account';
import { foldText, isMatch, shareOfWords } from './asked-text';
import { isTarget, type RecordedRebuild, type TargetRef, type TriedSettings } from './recorded-rebuild';

/** The text that should enter, and how much of it. */
export interface EntryTarget extends TargetRef {
  /** Words, folded, that must be in what is kept of `text`. */
  readonly words?: string | undefined;
  readonly text?: string | undefined;
  /** What was asked, of whose words the text has most and not all. */
  readonly mostWordsOf?: string;
}

/** Settings tried so far, what they change in words, and the numbers of the change. */
export interface TriedChange extends TriedSettings {
  readonly says: readonly string[];
  readonly score?: number;
  readonly tokens?: number;
}

/** A build that lacks the text. */
export interface LackingBuild {
  readonly change: TriedChange;
  readonly built: BuiltContext;
  /** Undefined where no source returned it. */
  readonly row: AccountItem | undefined;
  readonly target: EntryTarget;
  readonly rebuild: RecordedRebuild;
}

/** Whether a kept row shows the words that were asked about: what was cut off, or an excerpt leaves out, is not in the context. */
export function showsTarget(
  { decision, cut, ranges, lead = 0 }: AccountItem,
  { words, mostWordsOf, text }: EntryTarget,
): boolean {
  if (decision !== 'kept') return false;
  if (text === undefined || (cut ?? ranges) === undefined) return true;
  const excerpt =
    ranges === undefined
      ? text
      : excerptAt(
          text,
          ranges.map(([from, to]) => ({ from, to })),
        );
  const shown = excerpt.slice(0, cut === undefined ? cut : Math.max(0, cut - lead));
  if (words !== undefined) return foldText(shown).includes(words);
  return mostWordsOf === undefined || isMatch(shareOfWords(mostWordsOf, shown), mostWordsOf);
}

/** The row of a text; of several pieces, one that is kept, else the best ranked. */
export function findTargetRow(items: readonly AccountItem[], target: EntryTarget): AccountItem | undefined {
  const rows = items.filter((row) => isTarget(target, row));
  const best = (all: readonly AccountItem[]): AccountItem | undefined =>
    all.length === 0 ? undefined : all.reduce((a, b) => (b.rank < a.rank ? b : a));
  return rows.find((row) => showsTarget(row, target)) ?? best(rows);
}

/** A config in which one source of a build is changed, the others as they are written; null where the plan added that source itself. */
export function changeSource(
  { rebuild, change, built }: LackingBuild,
  name: string,
  edit: { readonly floor?: number; readonly limit?: number },
): NonNullable<TriedSettings['config']> | null {
  const written = requestedSources(rebuild.withSettings(change).overrides);
  const { sources: planned, recent_exchanges } = built.plan;
  const at = planned.findIndex((source) => source.name === name);
  if (at < 0 || at >= written.length) return null;
  const sources = written.map((source, place): Source => (place === at ? { ...source, ...edit } : source));
  // A config with so many sources is valid only if it says that it needs no window for exchanges.
  return sources.length < MOST_SOURCES ? { sources } : { sources, recent_exchanges };
}
