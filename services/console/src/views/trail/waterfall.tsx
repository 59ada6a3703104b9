import { formatDuration, nodeSpan, type TimeSpan } from '@crumbtrail/formatting';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useId, useMemo, useRef, useState } from 'react';
import { type TrailRow, visibleRows } from './tree-rows';
import { computeAxis, computeTicks } from './timeline';
import { useNarrow } from '../../hooks/use-narrow';
import { useTreeKeys } from './use-tree-keys';
import { Row } from './waterfall-row';

const HEIGHT = { wide: 30, narrow: 54 } as const;
const OVERSCAN = 12;
const PAGE = 20;

function Axis({ axis, isRaw }: { readonly axis: TimeSpan; readonly isRaw: boolean }): ReactNode {
  return (
    <div className="trail-row trail-head" aria-hidden="true">
      <span>{isRaw ? 'Crumb' : 'What happened'}</span>
      {isRaw && <span>Service or author</span>}
      <span className="number">Tokens</span>
      <span className="number">Cost</span>
      <span className="number">Duration</span>
      <span className="trail-lane">
        {computeTicks(axis, 2).map(({ at, left }) => (
          <span key={at} className="trail-tick" style={{ left: `${left}%` }}>
            {formatDuration(at)}
          </span>
        ))}
      </span>
    </div>
  );
}

function useFolding(rows: readonly TrailRow[]): {
  readonly folded: ReadonlySet<string>;
  readonly shown: readonly TrailRow[];
  readonly fold: (id: string, isFolded: boolean) => void;
} {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const shown = useMemo(() => visibleRows(rows, folded), [rows, folded]);
  const fold = (id: string, isFolded: boolean): void => {
    const next = new Set(folded);
    if (isFolded) next.add(id);
    else next.delete(id);
    setFolded(next);
  };
  return { folded, shown, fold };
}

const hasPart = ({ parts }: TrailRow, id: string | undefined): boolean => parts.some((part) => part.id === id);

const indexOfNode = (rows: readonly TrailRow[], id: string | undefined): number =>
  Math.max(
    0,
    rows.findIndex((row) => hasPart(row, id)),
  );

/** Renders only the rows in view. Begins a little above the row `first`. */
function useVirtualRows(
  box: RefObject<HTMLDivElement | null>,
  { count, height, first }: { readonly count: number; readonly height: number; readonly first: number },
): Virtualizer<HTMLDivElement, Element> {
  return useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
    initialOffset: () => Math.max(0, first - 3) * height,
  });
}

/** A virtualised tree of the trail, with a bar on a common time axis for every row. */
export function Waterfall(props: {
  readonly rows: readonly TrailRow[];
  /** The breadcrumb whose details are shown. */
  readonly open: string | undefined;
  readonly isRaw: boolean;
  readonly onOpen: (id: string) => void;
}): ReactNode {
  const { rows, open, isRaw, onOpen } = props;
  const box = useRef<HTMLDivElement>(null);
  const name = useId();
  const height = HEIGHT[useNarrow() ? 'narrow' : 'wide'];
  const axis = useMemo(() => computeAxis(rows.map(({ node }) => nodeSpan(node))), [rows]);
  const { folded, shown, fold } = useFolding(rows);
  const first = indexOfNode(shown, open);
  const virtual = useVirtualRows(box, { count: shown.length, height, first });
  const show = (at: number): void => virtual.scrollToIndex(at);
  const keys = useTreeKeys(first, { rows: shown, folded, fold, open: onOpen, show, page: PAGE });
  const idOf = (at: number): string => `${name}-${at}`;
  return (
    <div className={isRaw ? 'trail-tree raw' : 'trail-tree'}>
      <Axis axis={axis} isRaw={isRaw} />
      <div
        ref={box}
        className="trail-scroll"
        role="tree"
        aria-label="What happened. Arrow keys move and fold, Enter opens."
        aria-activedescendant={idOf(keys.at)}
        tabIndex={0}
        onKeyDown={keys.onKeyDown}
      >
        <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = shown[index] as TrailRow;
            return (
              <Row
                key={row.node.id}
                id={idOf(index)}
                row={row}
                axis={axis}
                start={start}
                height={height}
                place={index + 1}
                of={shown.length}
                isFolded={folded.has(row.node.id)}
                isAt={index === keys.at}
                isOpen={hasPart(row, open)}
                isRaw={isRaw}
                onFold={fold}
                onOpen={() => {
                  keys.moveTo(index);
                  onOpen(row.node.id);
                }}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
