import type { TrailNode } from '@crumbtrail/contracts';
import {
  describeAct,
  findDenial,
  formatDollars,
  formatDuration,
  hasFailed,
  nodeAudience,
  nodeApproval,
  nodeName,
  nodeProblems,
  nodeSpan,
  type TimeSpan,
} from '@crumbtrail/formatting';
import type { MouseEvent, ReactNode } from 'react';
import { authorHue, AuthorLabel, useAuthorName } from '../../components/author';
import type { TrailRow } from './tree-rows';
import { authorKindLabel, describeNode, nodeSummary, rawTitle } from './node-labels';
import { positionOnAxis } from './timeline';

/** Deeper rows are not indented further; they show their depth as a number. */
const MAX_INDENT = 12;

/** What a row shows, and its actions. */
export interface RowProps {
  readonly id: string;
  readonly row: TrailRow;
  readonly axis: TimeSpan;
  readonly start: number;
  readonly height: number;
  readonly place: number;
  readonly of: number;
  readonly isFolded: boolean;
  readonly isAt: boolean;
  readonly isOpen: boolean;
  /** Schemas and authors in place of acts. */
  readonly isRaw: boolean;
  readonly onFold: (id: string, isFolded: boolean) => void;
  readonly onOpen: () => void;
}

/** When the row's work began and ended; the tooltip says it in words. */
function Bar({
  node,
  axis,
  title,
}: {
  readonly node: TrailNode;
  readonly axis: TimeSpan;
  readonly title: string;
}): ReactNode {
  const { left, width } = positionOnAxis(nodeSpan(node), axis);
  const kind = hasFailed(node) ? 'bad' : `hue-${authorHue(node.author)}`;
  const isMoment = node.duration_ms === undefined;
  return (
    <span className="trail-lane" title={title}>
      <span
        className={`trail-bar ${kind}${isMoment ? ' moment' : ''}`}
        style={isMoment ? { left: `${left}%` } : { left: `${left}%`, width: `${width}%` }}
      />
    </span>
  );
}

/** Folds and unfolds by mouse; by keyboard, the arrow keys of the tree do. */
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

interface RowTexts {
  /** What the row is called in the tree, and in its accessible name. */
  readonly title: string;
  readonly fullTitle: string;
  readonly text: string;
}

/** What a row says: an act in words, or in the raw tree the schema. `name` is that of the author. */
function rowTexts({ node, parts }: TrailRow, isRaw: boolean, name: string): RowTexts {
  if (isRaw) return { title: nodeName(node), fullTitle: rawTitle(node, name), text: nodeSummary(node) };
  const { act, text } = describeAct(parts, name);
  return { title: act, fullTitle: act, text };
}

/** Who denied a call: a person, or the store where nobody decided in time. */
function Denial({ decision: { author } }: { readonly decision: TrailNode }): ReactNode {
  if (author.kind === 'service') return <>denied, because nobody decided in time</>;
  return (
    <>
      denied by <AuthorLabel author={author} />
    </>
  );
}

/** A person's decision about a call, or that it waits for one. */
function Approval({ row }: Pick<RowProps, 'row'>): ReactNode {
  const state = nodeApproval(row.node);
  if (state === undefined) return null;
  const denial = findDenial(row);
  const isApproved = state === 'approved' || state === 'answered';
  return (
    <strong className={isApproved ? 'good' : 'warn'}>
      {' '}
      {denial ? <Denial decision={denial} /> : state === 'waiting' ? 'waits for a person' : state}
    </strong>
  );
}

function What({
  row,
  isFolded,
  onFold,
  texts,
}: Pick<RowProps, 'row' | 'isFolded' | 'onFold'> & { readonly texts: RowTexts }): ReactNode {
  const { node, depth, isOrphan } = row;
  const problems = nodeProblems(node);
  const readers = nodeAudience(node);
  return (
    <span className="trail-what" style={{ paddingLeft: `min(${Math.min(depth, MAX_INDENT) * 0.9}rem, 35%)` }}>
      <Fold row={row} isFolded={isFolded} onFold={onFold} />
      {depth > MAX_INDENT && <span className="soft">{depth}· </span>}
      {isOrphan && (
        <span className="soft" title="Its cause is hidden from you or was not loaded.">
          ⋯{' '}
        </span>
      )}
      <bdi className="trail-name">{texts.title}</bdi>
      {readers !== undefined && <span className="warn"> {readers}</span>}
      <Approval row={row} />
      {problems.length > 0 && <strong className="bad"> {problems.join(', ')}</strong>}
      <span className="soft">
        {' '}
        <bdi>{texts.text}</bdi>
      </span>
    </span>
  );
}

/** One row of the trail: what happened, numbers, and its bar on the time axis; in the raw tree the author too. */
export function Row(props: RowProps): ReactNode {
  const { id, row, axis, start, height, place, of, isFolded, isAt, isOpen, isRaw, onOpen } = props;
  const { node, depth, children } = row;
  const { author, tokens, cost_usd, duration_ms } = node;
  const name = useAuthorName(author);
  const texts = rowTexts(row, isRaw, name);
  const label = describeNode(row, texts.fullTitle, texts.text);
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
      aria-label={label}
      data-crumb={node.id}
      onClick={onOpen}
    >
      <What {...props} texts={texts} />
      {isRaw && (
        <span className={`trail-author hue-${authorHue(author)}`} title={`${author.kind} ${author.id}`}>
          {name} <span className="soft">{authorKindLabel(author)}</span>
        </span>
      )}
      <span className="number">{tokens?.toLocaleString('en')}</span>
      <span className="number">{cost_usd === undefined ? '' : formatDollars(cost_usd)}</span>
      <span className="number">{duration_ms === undefined ? '' : formatDuration(duration_ms)}</span>
      <Bar node={node} axis={axis} title={label} />
    </div>
  );
}
