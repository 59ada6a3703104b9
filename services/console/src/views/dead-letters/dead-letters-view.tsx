import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../data/client';
import { Asked } from '../../parts/asked';
import './dead-letters.css';
import { LetterCard } from './letter-card';
import { type Letter, lettersOf, waiting } from './letters';
import { ReplayProgress } from './replay-progress';
import { useReplaying } from './use-replaying';

/** While it is open, how often it looks what became of what was replayed. */
const LOOK_AGAIN_MS = 3_000;

function Letters({ letters }: { readonly letters: readonly Letter[] }): ReactNode {
  const { state, replay, stop } = useReplaying();
  const still = waiting(letters);
  if (letters.length === 0) return <p>There is none: every service could handle what it was given.</p>;
  return (
    <>
      <div className="row">
        <span>
          {still.length} waiting, of the newest {letters.length}.
        </span>
        <button
          type="button"
          className="push"
          disabled={state.busy || still.length === 0}
          onClick={() => replay(still.map(({ crumb }) => crumb.id))}
        >
          Replay all that wait
        </button>
      </div>
      <ReplayProgress state={state} onStop={stop} />
      <ul className="letters" aria-label="Dead letters">
        {letters.map((letter) => (
          <LetterCard key={letter.crumb.id} letter={letter} mayReplay={!state.busy} onReplay={(id) => replay([id])} />
        ))}
      </ul>
    </>
  );
}

/** What services could not handle, why, and how to have it tried again. */
export default function DeadLettersView(): ReactNode {
  const client = useClient();
  const letters = useQuery({
    queryKey: ['dead-letters'],
    refetchInterval: LOOK_AGAIN_MS,
    queryFn: async () => lettersOf(await client.deadLetters()),
  });
  return (
    <div className="view">
      <h1>Dead letters</h1>
      <p className="soft">
        An event that a service could not handle after its retries. Nothing is lost: the crumb is in the log. Replayed,
        the event is given to that service once more, and to no other.
      </p>
      <Asked query={letters}>{(data) => <Letters letters={data} />}</Asked>
    </div>
  );
}
