import type { AccountItem } from '@crumbtrail/contracts';
import { isOfKind } from '@crumbtrail/text';
import { compareItemsByTime, itemKey, type ContextItem, type ScoredItem } from '../gather/item';
import { fingerprintOf } from '../text/fingerprint';
import { readValueStatement, replacedValues, type ValueStatement } from '../text/value-statement';

interface StatedItem {
  readonly scored: ScoredItem;
  readonly statement: ValueStatement;
}

/** Texts of one author and kind that state something of the same subject. A piece of a longer text says more than that. */
function groupBySubject(items: readonly ScoredItem[]): StatedItem[][] {
  const groups = new Map<string, StatedItem[]>();
  for (const scored of items) {
    const { author, schema_name, fingerprint, chunks } = scored.item;
    const statement = chunks === 1 ? readValueStatement(fingerprint) : null;
    if (!statement) continue;
    const key = JSON.stringify([author.kind, author.id, schema_name, statement.subject]);
    const group = groups.get(key);
    if (group) group.push({ scored, statement });
    else groups.set(key, [{ scored, statement }]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

const isSame = (a: ValueStatement, b: ValueStatement): boolean =>
  [...a.numbers, ...a.days].join(' ') === [...b.numbers, ...b.days].join(' ');

/** The newest text with another value; undefined if a newer text has the same value, because that holds again. */
function newestOther(statement: ValueStatement, newer: readonly StatedItem[]): StatedItem | undefined {
  if (newer.some((one) => isSame(one.statement, statement))) return undefined;
  return newer.find((one) => replacedValues(statement, one.statement).length > 0);
}

/**
 * For each superseded item, by its key, the newest item of the same author that makes the same statement with another number or day. Nothing is
 * superseded in the last exchanges, which always enter, or for a message that asks about the past or has the older value itself.
 */
export function findSupersedingTexts(
  items: readonly ScoredItem[],
  message: string,
  exchanges: ReadonlySet<string>,
): ReadonlyMap<string, ScoredItem> {
  const superseding = new Map<string, ScoredItem>();
  const groups = groupBySubject(items);
  const asked = groups.length > 0 ? new Set(fingerprintOf(message).words) : new Set<string>();
  if ([...asked].some((word) => isOfKind(word, 'former'))) return superseding;
  for (const group of groups) {
    const newestFirst = group.sort((a, b) => compareItemsByTime(b.scored.item, a.scored.item));
    newestFirst.forEach(({ scored, statement }, at) => {
      const newer = newestOther(statement, newestFirst.slice(0, at));
      const values = newer ? replacedValues(statement, newer.statement) : [];
      const key = itemKey(scored.item);
      if (newer && !exchanges.has(key) && !values.some((value) => asked.has(value))) superseding.set(key, newer.scored);
    });
  }
  return superseding;
}

/** Begins the reason. An account that shortens its reasons keeps at least this part, or leaves out all reasons. */
const BY_NEWER = 'by the newer';

/** The reason of a text that a newer one left no room for. */
export const byNewerText = ({ id }: ContextItem, refusal: string): string => `${BY_NEWER} text ${id}: ${refusal}`;

/** Whether a candidate was superseded by another text for lack of room, and not by a newer version of itself. */
export function gaveWayToText({ decision, reason }: Pick<AccountItem, 'decision' | 'reason'>): boolean {
  return decision === 'superseded' && (reason?.startsWith(BY_NEWER) ?? false);
}
