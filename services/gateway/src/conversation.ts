import type { Turns } from '@crumbtrail/contracts';
import { lookUntil, type Patience } from './live/look-until';

/** How the turns stand that a message woke. */
export type Woken = NonNullable<(typeof Turns)['reply']>;

/** What waiting for answers needs of the world. */
export interface Waiting extends Patience {
  readonly turns: () => Promise<Woken>;
}

const isOver = ({ decided, turns }: Woken): boolean => decided && turns.every(({ state }) => state === 'closed');

/**
 * Waits until it is decided whom a message woke and all those turns are closed. Null when the time is up or the caller
 * left.
 */
export async function untilAnswered(waiting: Waiting, waitMs: number): Promise<Woken | null> {
  const look = async (): Promise<Woken | null> => {
    const woken = await waiting.turns();
    return isOver(woken) ? woken : null;
  };
  return lookUntil(look, waiting, waitMs);
}
