import { compareItemsByTime } from '../../gather/item';
import { fingerprintOf } from '../../text/fingerprint';
import { readValueStatement, replacedValues } from '../../text/value-statement';
import type { RestoredItem } from '../restore';

/** A text beside a newer one that says the same with another value. */
export interface StaleText {
  readonly old: RestoredItem;
  readonly newer: RestoredItem;
}

/** Kept texts beside which a newer one states the same with another number or day in the same context, each with the newest. */
export function findStaleTexts(items: readonly RestoredItem[]): StaleText[] {
  const stated = items.flatMap((item) => {
    const statement = readValueStatement(fingerprintOf(item.scored.item.text));
    return statement ? [{ item, statement }] : [];
  });
  const newestFirst = stated.sort((a, b) => compareItemsByTime(b.item.scored.item, a.item.scored.item));
  return newestFirst
    .flatMap(({ item: old, statement }, at) => {
      const newer = newestFirst.slice(0, at).find((one) => replacedValues(statement, one.statement).length > 0);
      return newer ? [{ old, newer: newer.item }] : [];
    })
    .reverse();
}
