import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useClient } from '../../api/client';

/** How far a replay of some letters is. */
export interface ReplayState {
  readonly of: number;
  readonly done: number;
  /** By letter, what was refused. */
  readonly refused: ReadonlyMap<string, unknown>;
  readonly busy: boolean;
  readonly stopped: boolean;
}

const IDLE: ReplayState = { of: 0, done: 0, refused: new Map(), busy: false, stopped: false };

/** Replays letters one after the other; what is refused is noted, and the next is tried. */
export function useReplay(): { state: ReplayState; replay: (ids: readonly string[]) => void; stop: () => void } {
  const client = useClient();
  const cache = useQueryClient();
  const [state, setState] = useState(IDLE);
  const goesOn = useRef(false);
  const one = async (id: string): Promise<void> => {
    const error = await client.replayDeadLetter(id).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    setState((before) => ({
      ...before,
      done: before.done + 1,
      refused: error === undefined ? before.refused : new Map([...before.refused, [id, error]]),
    }));
  };
  const all = async (ids: readonly string[]): Promise<void> => {
    goesOn.current = true;
    setState({ ...IDLE, of: ids.length, busy: true });
    for (const id of ids) if (goesOn.current) await one(id);
    setState((before) => ({ ...before, busy: false, stopped: !goesOn.current }));
    await cache.invalidateQueries({ queryKey: ['dead-letters'] });
  };
  return {
    state,
    replay: (ids) => void all(ids),
    stop: () => {
      goesOn.current = false;
    },
  };
}
