import type { AccountItem } from '@crumbtrail/contracts';
import { itemChunkKey, itemKey, type ScoredItem } from '../gather/item';

/** The places of items, by what is shown of them: {@link shownKey}. */
export type ShownOrder = ReadonlyMap<string, number>;

type Shown = Pick<AccountItem, 'section' | 'cut' | 'ranges' | 'lead'>;

const keyOf = (item: string, { section, cut, ranges, lead }: Shown): string =>
  JSON.stringify([section, item, cut, ranges, lead]);

/** What a context shows of an item. */
interface ShownItem {
  readonly scored: Pick<ScoredItem, 'item' | 'section'>;
  readonly cut?: number;
}

/** Identifies what a context shows of an item: its version and chunk, and where it is cut. */
export function shownKey({ scored: { item, section }, cut }: ShownItem): string {
  const ranges = item.ranges?.map(({ from, to }): [number, number] => [from, to]);
  const lead = item.lead && { lead: item.lead.added };
  return keyOf(itemKey(item), { section, ...(cut !== undefined && { cut }), ...(ranges && { ranges }), ...lead });
}

/** {@link shownKey} of a kept row of an account. */
export const shownRowKey = (row: AccountItem): string =>
  keyOf(itemChunkKey({ id: row.id, version: row.version, chunk: row.chunk ?? 0 }), row);

/** The places of rows in an account. */
export function orderOfRows(rows: readonly AccountItem[]): ShownOrder {
  return new Map(rows.map((row, at) => [shownRowKey(row), at]));
}
