import { countOf, type ImportReport, nothingRead } from '@crumbtrail/chat-imports';
import type { ReactNode } from 'react';

/** Kinds with their numbers, and where the first of each stand. */
function Counts(props: {
  readonly title: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly places: ImportReport['places'];
}): ReactNode {
  const { title, counts, places } = props;
  const kinds = Object.entries(counts);
  if (kinds.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {kinds.map(([kind, count]) => (
          <li key={kind}>
            {count.toLocaleString('en-US')} × {kind}{' '}
            <span className="soft">
              {(places[kind] ?? []).join(', ')}
              {count > (places[kind] ?? []).length && ', …'}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Problems({ problems, more }: { readonly problems: readonly string[]; readonly more: number }): ReactNode {
  if (problems.length === 0) return null;
  return (
    <>
      <h3>Cannot be imported</h3>
      <ul>
        {problems.map((problem) => (
          <li key={problem} className="anywhere">
            {problem}
          </li>
        ))}
        {more > 0 && <li>and {countOf(more, 'problem')} more</li>}
      </ul>
    </>
  );
}

/** What a file holds, and what of it is left out and why; nothing is left out in silence. */
export function ImportFindings({ report }: { readonly report: ImportReport }): ReactNode {
  const { format, conversations, in_file, read, present, stored, dry_run } = report;
  if (read === 0) return <p role="alert">{nothingRead(report)}</p>;
  return (
    <>
      <p>
        Recognised as <strong>{format}</strong>: {countOf(conversations, 'conversation')} with{' '}
        {countOf(in_file, 'message')}, of which {read.toLocaleString('en-US')} are read and{' '}
        {(in_file - read).toLocaleString('en-US')} left out. {countOf(stored, 'breadcrumb')}{' '}
        {dry_run ? 'will be' : stored === 1 ? 'is' : 'are'} stored
        {present > 0 && `; ${countOf(present, 'message')} were stored before and stay as they are`}.
      </p>
      <Counts title="Left out" counts={report.left_out} places={report.places} />
      <Counts title="Left out of messages that are read" counts={report.parts_left_out} places={report.places} />
      <Counts title="Changed" counts={report.changed} places={report.places} />
      <Problems problems={report.problems} more={report.more_problems} />
    </>
  );
}
