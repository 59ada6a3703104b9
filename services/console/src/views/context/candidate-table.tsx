import type { Explanation, ExplainedItem } from '@crumbtrail/client';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { hrefTo } from '../../app/route';
import { useRoute } from '../../app/use-route';
import { Badge } from '../../parts/badge';
import { Wide } from '../../parts/wide';
import {
  featuresOf,
  nextOrder,
  type Order,
  orderIn,
  pieceOf,
  ranksOf,
  sectionOf,
  shownItems,
  wordsOf,
} from './candidates';
import { hueOfSection } from './section-hue';

interface Column {
  readonly name: string;
  readonly title: string;
  readonly isNumber?: boolean;
}

/** What everybody wants to know comes first; what the score is made of can be scrolled to. */
const before: readonly Column[] = [
  { name: 'decision', title: 'Decision' },
  { name: 'section', title: 'Section' },
  { name: 'says', title: 'Text' },
  { name: 'reason', title: 'Reason' },
];
const after: readonly Column[] = [
  { name: 'tokens', title: 'Tokens', isNumber: true },
  { name: 'score', title: 'Score', isNumber: true },
  { name: 'source', title: 'Source' },
];

function columnsOf(features: readonly string[]): Column[] {
  return [...before, ...after, ...features.map((name) => ({ name, title: name, isNumber: true }))];
}

function sortOf(order: Order | undefined, name: string): 'ascending' | 'descending' | undefined {
  if (order?.by !== name) return undefined;
  return order.down ? 'descending' : 'ascending';
}

const arrows = { ascending: ' ▲', descending: ' ▼' } as const;

function Heading({ column, order }: { readonly column: Column; readonly order: Order | undefined }): ReactNode {
  const { go } = useRoute();
  const { name, title, isNumber } = column;
  const sort = sortOf(order, name);
  return (
    <th aria-sort={sort ?? 'none'} className={isNumber ? 'number' : undefined} scope="col">
      <button type="button" className="plain" onClick={() => go({ sort: nextOrder(order, name) })}>
        {title}
        <span aria-hidden="true">{sort && arrows[sort]}</span>
      </button>
    </th>
  );
}

function digits(share: number | undefined): string {
  return share === undefined ? '' : share.toFixed(3);
}

function Reason({ item }: { readonly item: ExplainedItem }): ReactNode {
  const ranks = ranksOf(item);
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
  const section = sectionOf(item);
  return (
    <tr data-piece={pieceOf(item)}>
      <td>
        <Badge kind={decision === 'kept' ? 'good' : 'plain'}>{wordsOf(decision)}</Badge>
      </td>
      <td className={hueOfSection(section)}>{section}</td>
      <td className="says">
        {text ?? <em>(erased, expired, or you don’t have access)</em>}{' '}
        <a href={hrefTo('contexts', [], { crumb: id })} aria-label="Used in these contexts">
          ↗
        </a>
      </td>
      <Reason item={item} />
      <td className="number" data-cell="tokens">
        {tokens}
      </td>
      <td className="number">{digits(score)}</td>
      <td>{source}</td>
      {features.map((name) => (
        <td key={name} className="number">
          {digits(scores?.[name])}
        </td>
      ))}
    </tr>
  );
}

function Choice(props: { readonly name: string; readonly value: string; readonly of: readonly string[] }): ReactNode {
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

const each = (names: readonly string[]): string[] => [...new Set(names)].sort();

function useShown(items: readonly ExplainedItem[]): {
  readonly shown: readonly ExplainedItem[];
  readonly order: Order | undefined;
  readonly value: (name: string) => string;
} {
  const { query } = useRoute();
  const value = (name: string): string => query.get(name) ?? '';
  const sort = query.get('sort');
  const text = useDeferredValue(value('text'));
  const [decision, section] = [value('decision'), value('section')];
  const order = useMemo(() => orderIn(sort), [sort]);
  const shown = useMemo(
    () => shownItems(items, { text, decision, section }, order),
    [items, text, decision, section, order],
  );
  return { shown, order, value };
}

/** Everything that could have been in the context, and why it is or is not. */
export function CandidateTable({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const { items } = explanation;
  const { go } = useRoute();
  const { shown, order, value } = useShown(items);
  const features = useMemo(() => featuresOf(items), [items]);
  return (
    <section aria-label="Candidates" className="candidates">
      <div className="row">
        <input
          type="search"
          aria-label="Filter candidates"
          placeholder="text, source, reason or ID"
          value={value('text')}
          onChange={(event) => go({ text: event.target.value })}
        />
        <Choice name="decision" value={value('decision')} of={each(items.map(({ decision }) => decision))} />
        <Choice name="section" value={value('section')} of={each(items.map(sectionOf))} />
        <span className="soft push" role="status">
          {shown.length} of {items.length}
        </span>
      </div>
      <Wide label="Table of candidates">
        <table>
          <thead>
            <tr>
              {columnsOf(features).map((column) => (
                <Heading key={column.name} column={column} order={order} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((item) => (
              <Candidate key={`${pieceOf(item)} ${item.source}`} item={item} features={features} />
            ))}
          </tbody>
        </table>
      </Wide>
      {shown.length === 0 && (
        <p className="soft">
          {items.length === 0 ? 'Nothing was considered for this context.' : 'No candidates match this filter.'}
        </p>
      )}
    </section>
  );
}
