import { type KeyboardEvent, useState } from 'react';
import { findParent, type TrailRow } from './tree-rows';

/** A tree of rows that is walked by keyboard. */
export interface TreeKeys {
  /** The row that the keyboard is at. */
  readonly at: number;
  readonly moveTo: (at: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

interface TreeKeyOptions {
  readonly rows: readonly TrailRow[];
  readonly folded: ReadonlySet<string>;
  readonly page: number;
  readonly fold: (id: string, isFolded: boolean) => void;
  readonly open: (id: string) => void;
  readonly show: (at: number) => void;
}

/** Where a key leads from a row; undefined where it is none of ours. */
function targetRow(key: string, at: number, { rows, folded, page }: TreeKeyOptions): number | undefined {
  const row = rows[at];
  const isOpen = row !== undefined && row.children > 0 && !folded.has(row.node.id);
  const places: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: rows.length - 1,
    ArrowLeft: isOpen ? at : findParent(rows, at),
    ArrowRight: isOpen ? at + 1 : at,
  };
  const place = Object.hasOwn(places, key) ? places[key] : undefined;
  return place === undefined ? undefined : Math.min(rows.length - 1, Math.max(0, place));
}

/** Arrows, Home, End and pages move; left folds, right unfolds; Enter and Space open. */
export function useTreeKeys(first: number, wishes: TreeKeyOptions): TreeKeys {
  const [wanted, setWanted] = useState(first);
  const { rows, folded, fold, open, show } = wishes;
  const at = Math.min(wanted, rows.length - 1);
  const moveTo = (next: number): void => {
    setWanted(next);
    show(next);
  };
  const act = (key: string): boolean => {
    const row = rows[at];
    if (!row) return false;
    const isFolded = folded.has(row.node.id);
    if (key === 'Enter' || key === ' ') open(row.node.id);
    else if (key === 'ArrowRight' && isFolded) fold(row.node.id, false);
    else if (key === 'ArrowLeft' && row.children > 0 && !isFolded) fold(row.node.id, true);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = act(event.key) ? at : targetRow(event.key, at, wishes);
    if (next === undefined) return;
    event.preventDefault();
    moveTo(next);
  };
  return { at, moveTo, onKeyDown };
}
