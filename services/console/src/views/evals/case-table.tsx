import type { Envelope, EvalCaseV1, UserMessageV1 } from '@crumbtrail/contracts';
import type { CaseReport } from '@crumbtrail/contracts/operations/evals';
import { describeCaseReport, previewText, sharePassed } from '@crumbtrail/formatting';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useClient } from '../../api/client';
import { Badge } from '../../components/badge';
import { ScrollRegion } from '../../components/scroll-region';
import { TableHead } from '../../components/table-head';
import { hrefTo } from '../../routing/route';
import type { CaseRunColumn } from './case-runs';

const NUMERIC: ReadonlySet<string> = new Set();
/** Rows of the table; the cases beyond them are run too. */
const MOST_ROWS = 200;
const SHOWN_TEXT = 120;

const kinds = { passed: 'good', failed: 'bad', erased: 'warn', refused: 'bad' } as const;

/** The text that the trail of a case began with, and links to its context and its trail. */
function Question({ pinned }: { readonly pinned: EvalCaseV1 }): ReactNode {
  const client = useClient();
  const { trail_id, context_id } = pinned;
  const { data, isPending } = useQuery({
    queryKey: ['crumb', trail_id],
    queryFn: () => client.get(trail_id),
    staleTime: Infinity,
  });
  const { content } = (data?.context ?? {}) as Partial<UserMessageV1>;
  return (
    <td className="anywhere">
      <bdi>{content ?? (isPending ? '…' : '(erased, or not visible to you)')}</bdi>{' '}
      <span className="row soft">
        <a href={hrefTo('contexts', [context_id])}>Open context</a>
        <a href={hrefTo('trails', [trail_id])}>Open trail</a>
      </span>
    </td>
  );
}

/** What was lost and why, behind the outcome. */
function Losses({ report }: { readonly report: CaseReport }): ReactNode {
  if (report.outcome === 'refused') return <p className="soft">{report.because}</p>;
  const { because, lost } = report;
  if (because === undefined && lost.length === 0) return null;
  return (
    <details>
      <summary>Why</summary>
      {because !== undefined && <p>{because}</p>}
      <ul>
        {lost.map(({ id, version, chunk = 0, because: why }) => (
          <li key={`${id} ${version} ${chunk}`}>
            <a href={hrefTo('trails', [id], { crumb: id })}>
              <code>{id.slice(0, 8)}</code>
            </a>{' '}
            {why}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Result({ report }: { readonly report: CaseReport | undefined }): ReactNode {
  if (!report) return <td />;
  return (
    <td className="anywhere" data-outcome={report.outcome}>
      <Badge kind={kinds[report.outcome]}>{describeCaseReport(report)}</Badge>
      <Losses report={report} />
    </td>
  );
}

type Kept = EvalCaseV1['must_have'];

const pieceKey = ({ id, version, chunk = 0 }: Kept[number]): string => `${id} ${version} ${chunk}`;

/** What a case must keep, each with its text and a link to its trail. */
function KeptTexts({ items }: { readonly items: Kept }): ReactNode {
  const client = useClient();
  const ids = [...new Set(items.map(({ id }) => id))];
  const { data } = useQuery({
    queryKey: ['texts', ids],
    staleTime: Infinity,
    queryFn: async () => {
      const read = await Promise.all(ids.map((id) => client.rendering(id).catch(() => undefined)));
      return new Map(
        read.flatMap((one) => (one ? [[one.id, previewText(one.text).slice(0, SHOWN_TEXT)] as const] : [])),
      );
    },
  });
  return (
    <ul>
      {items.map((item) => (
        <li key={pieceKey(item)}>
          <a href={hrefTo('trails', [item.id], { crumb: item.id })}>
            <bdi>{data ? (data.get(item.id) ?? '(erased, or not visible to you)') : '…'}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** How many breadcrumbs a case must keep; which ones, when it is opened. */
function MustKeep({ items }: { readonly items: Kept }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <td className="anywhere">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{items.length}</summary>
        {isOpen && <KeptTexts items={items} />}
      </details>
    </td>
  );
}

function CaseRow(props: {
  readonly pinned: Envelope<EvalCaseV1>;
  readonly columns: readonly CaseRunColumn[];
}): ReactNode {
  const { pinned, columns } = props;
  return (
    <tr>
      <Question pinned={pinned.context} />
      <td>{pinned.context.agent}</td>
      <MustKeep items={pinned.context.must_have} />
      {columns.map(({ name, reports }) => (
        <Result key={name} report={reports.find((report) => report.case === pinned.id)} />
      ))}
    </tr>
  );
}

function Passed({ columns }: { readonly columns: readonly CaseRunColumn[] }): ReactNode {
  if (columns.length === 0) return null;
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={3}>
          Passed
        </th>
        {columns.map(({ name, reports }) => (
          <td key={name}>{sharePassed(reports)}</td>
        ))}
      </tr>
    </tfoot>
  );
}

/** Cases as rows; after a run, one column for each of the settings. */
export function CaseTable(props: {
  readonly cases: readonly Envelope<EvalCaseV1>[];
  readonly columns: readonly CaseRunColumn[];
}): ReactNode {
  const { cases, columns } = props;
  return (
    <>
      <ScrollRegion label="Cases">
        <table>
          <TableHead
            titles={['Question', 'Agent', 'Must keep', ...columns.map(({ name }) => name)]}
            numeric={NUMERIC}
          />
          <tbody>
            {cases.slice(0, MOST_ROWS).map((pinned) => (
              <CaseRow key={pinned.id} pinned={pinned} columns={columns} />
            ))}
          </tbody>
          <Passed columns={columns} />
        </table>
      </ScrollRegion>
      {cases.length > MOST_ROWS && (
        <p className="soft">
          The first {MOST_ROWS} of {cases.length.toLocaleString('en')} cases.
        </p>
      )}
    </>
  );
}
