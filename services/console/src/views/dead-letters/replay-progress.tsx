import type { ReactNode } from 'react';
import { Problem } from '../../parts/problem';
import type { Replaying } from './use-replaying';

function wordsOf({ of, done, busy, stopped, refused }: Replaying): string {
  if (busy) return `Replaying: ${done} of ${of}.`;
  const given = `Replayed ${done - refused.size} of ${of}`;
  return `${given}${refused.size > 0 ? `, ${refused.size} refused` : ''}${stopped ? '; stopped' : ''}.`;
}

/** How far a replay is, and what became of it. */
export function ReplayProgress({
  state,
  onStop,
}: {
  readonly state: Replaying;
  readonly onStop: () => void;
}): ReactNode {
  if (state.of === 0) return null;
  const [first] = state.refused.values();
  return (
    <>
      <div className="row">
        <progress max={state.of} value={state.done} aria-label="Replayed dead letters" />
        <span role="status">{wordsOf(state)}</span>
        {state.busy && (
          <button type="button" onClick={onStop}>
            Stop
          </button>
        )}
      </div>
      {first !== undefined && <Problem error={first} />}
    </>
  );
}
