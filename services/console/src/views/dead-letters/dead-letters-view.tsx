import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../api/client';
import { ErrorNotice } from '../../components/error-notice';
import { QueryResult } from '../../components/query-result';
import { useRoute } from '../../routing/use-route';
import './dead-letters.css';
import { LetterCard } from './letter-card';
import { type LetterEntry, classifyLetters, unreplayedLetters } from './letter-state';
import { ReplayProgress } from './replay-progress';
import { useReplay } from './use-replay';

/** How often the list is refreshed. */
const POLL_MS = 3_000;

function Letters({ letters }: { readonly letters: readonly LetterEntry[] }): ReactNode {
  const { state, replay, stop } = useReplay();
  const client = useClient();
  const cache = useQueryClient();
  const discarding = useMutation({
    mutationFn: (id: string) => client.discardDeadLetter(id),
    onSettled: () => cache.invalidateQueries({ queryKey: ['dead-letters'] }),
  });
  const unreplayed = unreplayedLetters(letters);
  const chosen = useRoute().query.get('letter');
  if (letters.length === 0) return <p>No dead letters: every event was processed.</p>;
  return (
    <>
      <div className="row">
        <span>
          {unreplayed.length} of the latest {letters.length} waiting.
        </span>
        <button
          type="button"
          className="push"
          disabled={state.busy || unreplayed.length === 0}
          onClick={() => replay(unreplayed.map(({ crumb }) => crumb.id))}
        >
          Replay all
        </button>
      </div>
      {discarding.error && <ErrorNotice error={discarding.error} />}
      <ReplayProgress state={state} onStop={stop} />
      <ul className="letters" aria-label="Dead letters">
        {letters.map((letter) => (
          <LetterCard
            key={letter.crumb.id}
            letter={letter}
            isChosen={letter.crumb.id === chosen}
            mayReplay={!state.busy}
            onReplay={(id) => replay([id])}
            onDiscard={(id) => discarding.mutate(id)}
          />
        ))}
      </ul>
    </>
  );
}

/** The dead letters view: failed events, their errors, and buttons to replay or discard them. */
export default function DeadLettersView(): ReactNode {
  const client = useClient();
  const letters = useQuery({
    queryKey: ['dead-letters'],
    refetchInterval: POLL_MS,
    queryFn: () => client.deadLetters(),
    select: classifyLetters,
  });
  return (
    <div className="view">
      <h1>Dead letters</h1>
      <p className="soft">
        Events a service failed to process after retrying. Nothing is lost: Replay sends the event to that service
        again, Discard marks it as handled.
      </p>
      <QueryResult query={letters}>{(data) => <Letters letters={data} />}</QueryResult>
    </div>
  );
}
