import type { Explanation, ExplainedItem } from '@crumbtrail/client';
import { formatRanks, contextItemKey } from '@crumbtrail/formatting';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { hrefTo } from '../../routing/route';
import { useRoute } from '../../routing/use-route';
import { Badge } from '../../components/badge';
import { ScrollRegion } from '../../components/scroll-region';
import {
  listFeatures,
  nextOrder,
  type SortOrder,
  parseOrder,
  sectionName,
  filterAndSort,
  decisionLabel,
} from './candidates';
import { sectionHue } from './section-hue';

interface CandidateColumn {
  readonly name: string;
  readonly title: string;
  readonly isNumber?: boolean;
}

/** The most important columns come first; the features of the score can be scrolled to. */
const firstColumns: readonly CandidateColumn[] = [
  { name: 'decision', title: 'Decision' },
  { name: 'section', title: 'Section' },
  { name: 'says', title: 'Text' },
  { name: 'reason', title: 'Reason' },
];
const numberColumns: readonly CandidateColumn[] = [
  { name: 'tokens', title: 'Tokens', isNumber: true },
  { name: 'score', title: 'Score', isNumber: true },
  { name: 'source', title: 'Source' },
];

function buildColumns(features: readonly string[]): CandidateColumn[] {
  return [...firstColumns, ...numberColumns, ...features.map((name) => ({ name, title: name, isNumber: true }))];
}

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

function Candidate({
  item,
  features,
}: {
  readonly item: ExplainedItem;
  readonly features: readonly string[];
}): ReactNode {
  const { id, decision, source, score, scores, tokens, text } = item;
  const section = sectionName(item);
  return (
    <tr data-piece={contextItemKey(item)}>
      <td>
        <Badge kind={decision === 'kept' ? 'good' : 'plain'}>{decisionLabel(decision)}</Badge>
      </td>
      <td className={sectionHue(section)}>{section}</td>
      <td className="says">
        {text === undefined ? <em>(erased, expired, or you don’t have access)</em> : <bdi>{text}</bdi>}{' '}
        <a href={hrefTo('contexts', [], { crumb: id })} aria-label="Used in these contexts">
          ↗
        </a>
      </td>
      <Reason item={item} />
      <td className="number" data-cell="tokens">
        {tokens}
      </td>
      <td className="number">{formatScore(score)}</td>
      <td>{source}</td>
      {features.map((name) => (
        <td key={name} className="number">
          {formatScore(scores?.[name])}
        </td>
      ))}
    </tr>
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
            {one.replaceAll('_', ' ')}
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
  const features = useMemo(() => listFeatures(items), [items]);
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
        <table>
          <thead>
            <tr>
              {buildColumns(features).map((column) => (
                <Heading key={column.name} column={column} order={order} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((item) => (
              <Candidate key={`${contextItemKey(item)} ${item.source}`} item={item} features={features} />
            ))}
          </tbody>
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
