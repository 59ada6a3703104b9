import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useClient } from '../../api/client';
import { hrefTo } from '../../routing/route';
import { AuthorLabel } from '../../components/author';
import { Badge } from '../../components/badge';
import { JsonBlock } from '../../components/json-block';
import { Time } from '../../components/time';
import { readConcerned } from './concerned';
import type { LetterEntry } from './letter-state';
import { describeFailure, describeCause } from './describe-failure';

const stateKinds = { waiting: 'bad', 'failed again': 'plain', replayed: 'good', unreadable: 'warn' } as const;
const stateTitles = {
  waiting: 'Not replayed yet.',
  'failed again': 'Replayed and failed again; see the newer dead letter.',
  replayed: 'Replayed, and no newer failure recorded.',
  unreadable: 'The event could not be read, so there is nothing to replay.',
} as const;

function Links({ letter: { crumb } }: { readonly letter: LetterEntry }): ReactNode {
  const { event } = crumb.context;
  return (
    <>
      {event.id !== undefined && <ConcernedLinks event={event.id} />}
      {event.id !== undefined && (
        <a href={hrefTo('trails', [event.id], { crumb: event.id })}>View the breadcrumb</a>
      )}{' '}
      <span className="soft">log position {event.position}</span>
    </>
  );
}

/** The agent and the session that failed; nothing where the breadcrumb is erased. */
function ConcernedLinks({ event }: { readonly event: string }): ReactNode {
  const client = useClient();
  const { data, isPending } = useQuery({
    queryKey: ['concerned', event],
    queryFn: () => readConcerned(client, event),
    staleTime: Infinity,
    retry: false,
  });
  if (isPending) return <span className="soft busy">Reading agent and session </span>;
  if (!data) return null;
  const { agent, session } = data;
  return (
    <>
      {agent !== undefined && (
        <span>
          Agent <a href={hrefTo('agents', [agent])}>{agent}</a>{' '}
        </span>
      )}
      {session !== undefined && (
        <span>
          Session <a href={hrefTo('chat', [session])}>{session}</a>{' '}
        </span>
      )}
    </>
  );
}

/** One dead letter: what failed, why, and a button to replay it. */
export function LetterCard(props: {
  readonly letter: LetterEntry;
  /** The address names it: it is marked and scrolled to. */
  readonly isChosen: boolean;
  readonly mayReplay: boolean;
  readonly onReplay: (id: string) => void;
}): ReactNode {
  const { letter, isChosen, mayReplay, onReplay } = props;
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'center' });
  }, [isChosen]);
  const { crumb, state } = letter;
  const { replayed } = crumb;
  const failure = describeFailure(crumb.context);
  return (
    <li ref={card} className="letter" aria-current={isChosen ? 'true' : undefined}>
      <p className="row">
        <Badge kind={stateKinds[state]} title={stateTitles[state]}>
          {state}
        </Badge>
        <Time at={crumb.created_at} />
      </p>
      <p>{failure}</p>
      <p className="why">{describeCause(crumb.context)}</p>
      {replayed && (
        <p className="soft">
          Replayed by <AuthorLabel author={replayed.by} /> <Time at={replayed.at} />
        </p>
      )}
      <p>
        <Links letter={letter} />
      </p>
      <details>
        <summary>Raw dead letter</summary>
        <JsonBlock value={crumb.context} />
      </details>
      {state === 'waiting' && (
        <button
          type="button"
          disabled={!mayReplay}
          aria-label={`Replay: ${failure}`}
          onClick={() => onReplay(crumb.id)}
        >
          Replay
        </button>
      )}
    </li>
  );
}
