import type { TrailNode } from '@crumbtrail/contracts';
import type { MouseEvent, ReactNode } from 'react';
import { hueOf } from '../../parts/people';
import type { TrailRow } from './layout';
import { placeOf, type Span, spanOf } from './timeline';
import { dollars, duration, kindWord, nameOf, saysOf, spokenRow, troublesOf } from './words';

const MOST_INDENT = 12;

/** What a row shows, and what a hand can do with it. */
export interface RowProps {
  readonly id: string;
  readonly row: TrailRow;
  readonly axis: Span;
  readonly start: number;
  readonly height: number;
  readonly place: number;
  readonly of: number;
  readonly isFolded: boolean;
  readonly isAt: boolean;
  readonly isOpen: boolean;
  readonly onFold: (id: string, isFolded: boolean) => void;
  readonly onOpen: () => void;
}

function Bar({ node, axis }: { readonly node: TrailNode; readonly axis: Span }): ReactNode {
  const { left, width } = placeOf(spanOf(node), axis);
  const kind = node.error === undefined ? `hue-${hueOf(node.author)}` : 'bad';
  const isMoment = node.duration_ms === undefined;
  return (
    <span className="trail-lane">
      <span
        className={`trail-bar ${kind}${isMoment ? ' moment' : ''}`}
        style={isMoment ? { left: `${left}%` } : { left: `${left}%`, width: `${width}%` }}
      />
    </span>
  );
}

/** Folds and unfolds by mouse; the keyboard has its arrows for it. */
function Fold({ row, isFolded, onFold }: Pick<RowProps, 'row' | 'isFolded' | 'onFold'>): ReactNode {
  if (row.children === 0) return <span className="trail-fold" />;
  const turn = (event: MouseEvent): void => {
    event.stopPropagation();
    onFold(row.node.id, !isFolded);
  };
  return (
    <span className="trail-fold" onClick={turn} title={isFolded ? 'Unfold' : 'Fold'}>
      {isFolded ? '▸' : '▾'}
    </span>
  );
}

function What({ row, isFolded, onFold }: Pick<RowProps, 'row' | 'isFolded' | 'onFold'>): ReactNode {
  const { node, depth, orphan } = row;
  const troubles = troublesOf(node);
  return (
    <span className="trail-what" style={{ paddingLeft: `${Math.min(depth, MOST_INDENT) * 0.9}rem` }}>
      <Fold row={row} isFolded={isFolded} onFold={onFold} />
      {depth > MOST_INDENT && <span className="soft">{depth}· </span>}
      {orphan && (
        <span className="soft" title="Its cause is hidden from you or was not loaded.">
          ⋯{' '}
        </span>
      )}
      <span className="trail-name">{nameOf(node)}</span>
      {troubles.length > 0 && <strong className="bad"> {troubles.join(', ')}</strong>}
      <span className="soft"> {saysOf(node)}</span>
    </span>
  );
}

const cost = (usd: number | undefined): string => (usd === undefined ? '' : dollars(usd));
const took = (ms: number | undefined): string => (ms === undefined ? '' : duration(ms));

/** One crumb: its place in the tree, whose it is, its numbers, and when. */
export function Row(props: RowProps): ReactNode {
  const { id, row, axis, start, height, place, of, isFolded, isAt, isOpen, onOpen } = props;
  const { node, depth, children } = row;
  const { author, tokens, cost_usd, duration_ms } = node;
  return (
    <div
      id={id}
      role="treeitem"
      className={`trail-row${isAt ? ' at' : ''}${isOpen ? ' open' : ''}`}
      style={{ height, transform: `translateY(${start}px)` }}
      aria-level={depth + 1}
      aria-posinset={place}
      aria-setsize={of}
      aria-selected={isOpen}
      aria-expanded={children > 0 ? !isFolded : undefined}
      aria-label={spokenRow(node)}
      data-crumb={node.id}
      onClick={onOpen}
    >
      <What {...props} />
      <span className={`trail-author hue-${hueOf(author)}`} title={`${author.kind} ${author.id}`}>
        {author.id} <span className="soft">{kindWord(author)}</span>
      </span>
      <span className="number">{tokens}</span>
      <span className="number">{cost(cost_usd)}</span>
      <span className="number">{took(duration_ms)}</span>
      <Bar node={node} axis={axis} />
    </div>
  );
}
