import type { ReactNode } from 'react';
import { ErrorNotice } from '../../components/error-notice';
import type { ReplayState } from './use-replay';

function progressText({ of, done, busy, stopped, refused }: ReplayState): string {
  if (busy) return `Replaying: ${done} of ${of}.`;
  const replayed = `Replayed ${done - refused.size} of ${of}`;
  return `${replayed}${refused.size > 0 ? `, ${refused.size} refused` : ''}${stopped ? '; stopped' : ''}.`;
}

/** The progress and result of replaying dead letters. */
export function ReplayProgress({
  state,
  onStop,
}: {
  readonly state: ReplayState;
  readonly onStop: () => void;
}): ReactNode {
  if (state.of === 0) return null;
  const [first] = state.refused.values();
  return (
    <>
      <div className="row">
        <progress max={state.of} value={state.done} aria-label="Replayed dead letters" />
        <span role="status">{progressText(state)}</span>
        {state.busy && (
          <button type="button" onClick={onStop}>
            Stop
          </button>
        )}
      </div>
      {first !== undefined && <ErrorNotice error={first} />}
    </>
  );
}
