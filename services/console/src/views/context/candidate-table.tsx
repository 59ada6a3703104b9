import type { Explanation, ExplainedItem } from '@crumbtrail/client';
import { contextItemKey, describeDecision, describeScorePart, formatRanks } from '@crumbtrail/formatting';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { hrefTo } from '../../routing/route';
import { useRoute } from '../../routing/use-route';
import { Author } from '../../components/author';
import { Badge } from '../../components/badge';
import { Time } from '../../components/time';
import { ScrollRegion } from '../../components/scroll-region';
import { listFeatures, nextOrder, type SortOrder, parseOrder, sectionName, filterAndSort } from './candidates';
import { sectionHue } from './section-hue';

interface CandidateColumn {
  readonly name: string;
  readonly title: string;
  readonly isNumber?: boolean;
}

const columns: readonly CandidateColumn[] = [
  { name: 'decision', title: 'Decision' },
  { name: 'says', title: 'Text' },
  { name: 'reason', title: 'Reason' },
  { name: 'section', title: 'Section' },
  { name: 'tokens', title: 'Tokens', isNumber: true },
  { name: 'score', title: 'Score', isNumber: true },
];

function ariaSort(order: SortOrder | undefined, name: string): 'ascending' | 'descending' | undefined {
  if (order?.by !== name) return undefined;
  return order.descending ? 'descending' : 'ascending';
}

const arrows = { ascending: ' ▲', descending: ' ▼' } as const;

function Heading({
  column,
  order,
}: {
  readonly column: CandidateColumn;
  readonly order: SortOrder | undefined;
}): ReactNode {
  const { go } = useRoute();
  const { name, title, isNumber } = column;
  const sort = ariaSort(order, name);
  return (
    <th aria-sort={sort ?? 'none'} className={isNumber ? 'number' : undefined} scope="col">
      <button type="button" className="plain" onClick={() => go({ sort: nextOrder(order, name) })}>
        {title}
        <span aria-hidden="true">{sort && arrows[sort]}</span>
      </button>
    </th>
  );
}

function formatScore(share: number | undefined): string {
  return share === undefined ? '' : share.toFixed(3);
}

function Reason({ item }: { readonly item: ExplainedItem }): ReactNode {
  const ranks = formatRanks(item.scores);
  return (
    <td className="why">
      {item.why}
      {ranks && <span className="soft"> ranked {ranks}</span>}
    </td>
  );
}

/** The score, and behind it what it is made of. */
function Score({ item: { score, scores = {} } }: { readonly item: ExplainedItem }): ReactNode {
  const features = listFeatures([{ scores }]);
  if (features.length === 0) return formatScore(score);
  return (
    <details>
      <summary>{formatScore(score)}</summary>
      <dl className="features">
        {features.map((name) => (
          <div key={name} title={describeScorePart(name)}>
            <dt>{name}</dt>
            <dd>{formatScore(scores[name])}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** What a candidate says, who said it and when. */
function Says({ item }: { readonly item: ExplainedItem }): ReactNode {
  const { id, text, author, occurred_at } = item;
  return (
    <td className="says">
      {text === undefined ? <em>(erased, expired, or you don’t have access)</em> : <bdi>{text}</bdi>}{' '}
      <a className="candidate-link" href={hrefTo('contexts', [], { crumb: id })} aria-label="Used in these contexts">
        ↗
      </a>
      <div className="row soft">
        {author && <Author author={author} />}
        {occurred_at !== undefined && <Time at={occurred_at} />}
      </div>
    </td>
  );
}

function Candidate(props: {
  readonly item: ExplainedItem;
  readonly index: number;
  readonly measure: (row: Element | null) => void;
}): ReactNode {
  const { item, index, measure } = props;
  const { decision, source, tokens } = item;
  const section = sectionName(item);
  return (
    <tr ref={measure} data-piece={contextItemKey(item)} data-index={index} aria-rowindex={index + 2}>
      <td>
        <Badge kind={decision === 'kept' ? 'good' : 'plain'}>{describeDecision(decision)}</Badge>
      </td>
      <Says item={item} />
      <Reason item={item} />
      <td>
        <span className={sectionHue(section)}>{section}</span> <span className="soft">{source}</span>
      </td>
      <td className="number" data-cell="tokens">
        {tokens.toLocaleString('en')}
      </td>
      <td className="number">
        <Score item={item} />
      </td>
    </tr>
  );
}

const ROW_PX = 64;
const OVERSCAN = 8;

const Space = ({ height }: { readonly height: number }): ReactNode =>
  height > 0 && (
    <tr aria-hidden="true">
      <td colSpan={columns.length} style={{ border: 0, height, padding: 0 }} />
    </tr>
  );

/** The rows in view; the page scrolls, so that the table has no scroll bar of its own. */
function CandidateRows({ items }: { readonly items: readonly ExplainedItem[] }): ReactNode {
  const body = useRef<HTMLTableSectionElement>(null);
  const [margin, setMargin] = useState(0);
  const main = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    main.current = body.current?.closest('main') ?? null;
    if (!main.current || !body.current) return;
    const top = body.current.getBoundingClientRect().top - main.current.getBoundingClientRect().top;
    setMargin(top + main.current.scrollTop);
  }, []);
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => main.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: margin,
  });
  const rows = list.getVirtualItems();
  const above = (rows[0]?.start ?? margin) - margin;
  const below = list.getTotalSize() - ((rows.at(-1)?.end ?? margin) - margin);
  return (
    <tbody ref={body}>
      <Space height={above} />
      {rows.map(({ index }) => {
        const item = items[index] as ExplainedItem;
        const key = `${contextItemKey(item)} ${item.source}`;
        return <Candidate key={key} item={item} index={index} measure={list.measureElement} />;
      })}
      <Space height={below} />
    </tbody>
  );
}

function FilterSelect(props: {
  readonly name: string;
  readonly value: string;
  readonly of: readonly string[];
}): ReactNode {
  const { go } = useRoute();
  const { name, value, of } = props;
  return (
    <label className="row">
      {name}
      <select value={value} onChange={(event) => go({ [name]: event.target.value })}>
        <option value="">any</option>
        {of.map((one) => (
          <option key={one} value={one}>
            {describeDecision(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

const uniqueSorted = (names: readonly string[]): string[] => [...new Set(names)].sort();

function useFilteredItems(items: readonly ExplainedItem[]): {
  readonly shown: readonly ExplainedItem[];
  readonly order: SortOrder | undefined;
  readonly value: (name: string) => string;
} {
  const { query } = useRoute();
  const value = (name: string): string => query.get(name) ?? '';
  const sort = query.get('sort');
  const text = useDeferredValue(value('text'));
  const decision = value('decision');
  const section = value('section');
  const order = useMemo(() => parseOrder(sort), [sort]);
  const shown = useMemo(
    () => filterAndSort(items, { text, decision, section }, order),
    [items, text, decision, section, order],
  );
  return { shown, order, value };
}

/** All candidates of a context, why each was kept or left out, with filters and sorting. */
export function CandidateTable({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const { items } = explanation;
  const { go } = useRoute();
  const { shown, order, value } = useFilteredItems(items);
  return (
    <section aria-label="Candidates" className="candidates">
      <div className="row">
        <input
          type="search"
          data-main-field
          aria-label="Filter candidates"
          placeholder="text, source, reason or ID"
          value={value('text')}
          onChange={(event) => go({ text: event.target.value })}
        />
        <FilterSelect
          name="decision"
          value={value('decision')}
          of={uniqueSorted(items.map(({ decision }) => decision))}
        />
        <FilterSelect name="section" value={value('section')} of={uniqueSorted(items.map(sectionName))} />
        <span className="soft push" role="status">
          {shown.length} of {items.length}
        </span>
      </div>
      <ScrollRegion label="Table of candidates">
        <table aria-rowcount={shown.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map((column) => (
                <Heading key={column.name} column={column} order={order} />
              ))}
            </tr>
          </thead>
          <CandidateRows items={shown} />
        </table>
      </ScrollRegion>
      {shown.length === 0 && (
        <p className="soft">
          {items.length === 0 ? 'Nothing was considered for this context.' : 'No candidates match this filter.'}
        </p>
      )}
    </section>
  );
}
