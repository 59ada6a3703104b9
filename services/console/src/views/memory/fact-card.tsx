import type { CrumbLine } from '@crumbtrail/contracts';
import type { MemoryEntry } from '@crumbtrail/contracts/operations/memory-reading';
import type { FactHistory } from '@crumbtrail/contracts/http/memory';
import { useEffect, useRef, type ReactNode } from 'react';
import { Author } from '../../components/author';
import { Badge } from '../../components/badge';
import { Time } from '../../components/time';
import { hrefTo } from '../../routing/route';
import { useRoute } from '../../routing/use-route';
import { FactActions } from './fact-actions';
import { FactMarks } from './fact-marks';

function Timeline({ timeline }: { readonly timeline: FactHistory['timeline'] }): ReactNode {
  return (
    <ol className="timeline">
      {timeline.map(({ version, at, by, changes, text }) => (
        <li key={version}>
          <Time at={at} /> {changes.join(', ')} by <Author author={by} />
          <br />
          <bdi>{text}</bdi>
          {changes.includes('rebuilt') && (
            <p className="soft">
              The memory was made again without something that was forgotten or erased. Its earlier versions are erased
              with that.
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

interface SourcesProps {
  readonly fact: FactHistory['fact'];
  readonly sources: readonly CrumbLine[];
}

function Sources({ fact, sources }: SourcesProps): ReactNode {
  const known = new Map(sources.map((line) => [line.id, line]));
  return (
    <ul>
      {fact.sources.map(({ id }) => {
        const line = known.get(id);
        if (!line) return <li key={id}>A breadcrumb that was erased, or that you may not read.</li>;
        return (
          <li key={id}>
            <Author author={line.author} /> <Time at={line.occurred_at} />
            <br />
            <a href={hrefTo('trails', [line.trail_id], { crumb: id })}>
              <bdi>{line.text ?? line.schema_name}</bdi>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function Answers({ answers }: { readonly answers: FactHistory['answers'] }): ReactNode {
  if (answers.length === 0) return <p>No answer that you may read has used it.</p>;
  return (
    <ul>
      {answers.map(({ response, context, agent, session, at }) => (
        <li key={response}>
          <a href={hrefTo('trails', [response], { crumb: response })}>
            {agent}
            {session !== undefined && ` in ${session}`}
          </a>{' '}
          <Time at={at} /> {context !== undefined && <a href={hrefTo('contexts', [context])}>Context</a>}
        </li>
      ))}
    </ul>
  );
}

/** One fact with what became of it, what it rests on, which answers used it, and what can be done about it. */
export function FactCard(props: {
  readonly history: FactHistory;
  readonly memory: MemoryEntry;
  readonly sources: readonly CrumbLine[];
}): ReactNode {
  const { history, memory, sources } = props;
  const { fact, present, timeline, answers } = history;
  const isNamed = useRoute().query.get('fact') === fact.id;
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isNamed) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isNamed]);
  return (
    <li ref={card} className={isNamed ? 'fact-card named' : 'fact-card'} data-fact={fact.id}>
      <p className="fact-text">
        <bdi>{fact.text}</bdi>
      </p>
      <p className="row">
        {!present && <Badge kind="warn">no longer in this memory</Badge>}
        {fact.about !== undefined && (
          <a href={hrefTo('memory', [], { about: fact.about, by: 'person' })}>about {fact.about}</a>
        )}
        <FactMarks fact={fact} memory={memory} />
      </p>
      <details open={isNamed}>
        <summary>Timeline</summary>
        <Timeline timeline={timeline} />
      </details>
      <details open={isNamed}>
        <summary>Sources</summary>
        <Sources fact={fact} sources={sources} />
      </details>
      <details open={isNamed}>
        <summary>Answers that used it ({answers.length})</summary>
        <Answers answers={answers} />
      </details>
      {present && <FactActions memory={memory.id} fact={fact} />}
    </li>
  );
}
