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

const stateKinds = {
  waiting: 'bad',
  'failed again': 'plain',
  replayed: 'good',
  discarded: 'plain',
  unreadable: 'warn',
} as const;
const stateTitles = {
  waiting: 'Not replayed yet.',
  'failed again': 'Replayed and failed again; see the newer dead letter.',
  replayed: 'Replayed, and no newer failure recorded.',
  discarded: 'An operator decided that it is not processed again.',
  unreadable: 'The event could not be read, so there is nothing to replay.',
} as const;

function Links({ letter: { crumb } }: { readonly letter: LetterEntry }): ReactNode {
  const { event } = crumb.context;
  return (
    <>
      {event.id !== undefined && <ConcernedLinks event={event.id} />}
      {event.id !== undefined && <a href={hrefTo('trails', [event.id], { crumb: event.id })}>View the breadcrumb</a>}
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
          Agent <a href={hrefTo('agents', [agent])}>{agent}</a>
        </span>
      )}
      {session !== undefined && (
        <span>
          Session <a href={hrefTo('chat', [session])}>{session}</a>
        </span>
      )}
    </>
  );
}

interface LetterCardProps {
  readonly letter: LetterEntry;
  /** The address names it: it is marked and scrolled to. */
  readonly isChosen: boolean;
  readonly mayReplay: boolean;
  readonly onReplay: (id: string) => void;
  readonly onDiscard: (id: string) => void;
}

/** What an operator can do about a letter: an unreadable event can only be discarded, a discarded one can still be replayed. */
function LetterButtons(props: LetterCardProps & { readonly failure: string }): ReactNode {
  const { letter, mayReplay, onReplay, onDiscard, failure } = props;
  const { crumb, state } = letter;
  const isReplayable = state === 'waiting' || (state === 'discarded' && crumb.context.event.id !== undefined);
  const isDiscardable = state === 'waiting' || state === 'unreadable';
  return (
    <p className="row">
      {isReplayable && (
        <button
          type="button"
          disabled={!mayReplay}
          aria-label={`Replay: ${failure}`}
          onClick={() => onReplay(crumb.id)}
        >
          Replay
        </button>
      )}
      {isDiscardable && (
        <button type="button" aria-label={`Discard: ${failure}`} onClick={() => onDiscard(crumb.id)}>
          Discard
        </button>
      )}
    </p>
  );
}

/** One dead letter: what failed, why, and buttons to replay or discard it. */
export function LetterCard(props: LetterCardProps): ReactNode {
  const { letter, isChosen } = props;
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'center' });
  }, [isChosen]);
  const { crumb, state } = letter;
  const { replayed, discarded } = crumb;
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
      {discarded && (
        <p className="soft">
          Discarded by <AuthorLabel author={discarded.by} /> <Time at={discarded.at} />
          {discarded.reason !== undefined && `: ${discarded.reason}`}
        </p>
      )}
      <p className="row">
        <Links letter={letter} />
      </p>
      <details>
        <summary>Raw dead letter</summary>
        <JsonBlock value={crumb.context} />
      </details>
      <LetterButtons {...props} failure={failure} />
    </li>
  );
}
