import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useClient } from '../../api/client';

/** The progress of replaying dead letters. */
export interface ReplayState {
  readonly of: number;
  readonly done: number;
  /** Errors of refused replays, by dead letter id. */
  readonly refused: ReadonlyMap<string, unknown>;
  readonly busy: boolean;
  readonly stopped: boolean;
}

/** Begins the keys of everything that is read of dead letters: the list and the number in the menu. */
const DEAD_LETTERS = ['dead-letters'];

const IDLE: ReplayState = { of: 0, done: 0, refused: new Map(), busy: false, stopped: false };

/** Replays dead letters one after another; a refusal is recorded, and the next one is replayed. */
export function useReplay(): { state: ReplayState; replay: (ids: readonly string[]) => void; stop: () => void } {
  const client = useClient();
  const cache = useQueryClient();
  const [state, setState] = useState(IDLE);
  const isRunning = useRef(false);
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
    isRunning.current = true;
    setState({ ...IDLE, of: ids.length, busy: true });
    for (const id of ids) if (isRunning.current) await one(id);
    setState((before) => ({ ...before, busy: false, stopped: !isRunning.current }));
    await cache.invalidateQueries({ queryKey: DEAD_LETTERS });
  };
  return {
    state,
    replay: (ids) => void all(ids),
    stop: () => {
      isRunning.current = false;
    },
  };
}
