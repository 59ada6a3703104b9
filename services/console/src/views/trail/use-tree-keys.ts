import { type KeyboardEvent, useState } from 'react';
import { findParent, type TrailRow } from './tree-rows';

/** Keyboard navigation of a tree. */
export interface TreeKeys {
  /** The index of the active row. */
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

/** The row a key moves to; undefined for other keys. */
function targetRow(key: string, at: number, { rows, folded, page }: TreeKeyOptions): number | undefined {
  const row = rows[at];
  const isOpen = row !== undefined && row.children > 0 && !folded.has(row.node.id);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: rows.length - 1,
    ArrowLeft: isOpen ? at : findParent(rows, at),
    ArrowRight: isOpen ? at + 1 : at,
  };
  const place = Object.hasOwn(targets, key) ? targets[key] : undefined;
  return place === undefined ? undefined : Math.min(rows.length - 1, Math.max(0, place));
}

/** Handles the keys of a tree: arrows, Home, End, Page Up and Page Down move; left folds, right unfolds; Enter and Space open. */
export function useTreeKeys(first: number, options: TreeKeyOptions): TreeKeys {
  const [wantedRow, setWantedRow] = useState(first);
  const { rows, folded, fold, open, show } = options;
  const at = Math.min(wantedRow, rows.length - 1);
  const moveTo = (next: number): void => {
    setWantedRow(next);
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
    const next = act(event.key) ? at : targetRow(event.key, at, options);
    if (next === undefined) return;
    event.preventDefault();
    moveTo(next);
  };
  return { at, moveTo, onKeyDown };
}
