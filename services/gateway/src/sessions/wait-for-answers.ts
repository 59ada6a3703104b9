import type { WokenTurns } from '@crumbtrail/contracts/http/turn-fields';
import { pollUntil, type PollOptions } from '../live/poll-until';

/** What waiting for answers needs of the world. */
export interface AnswerWait extends PollOptions {
  readonly turns: () => Promise<WokenTurns>;
}

const areAllClosed = ({ decided, turns }: WokenTurns): boolean =>
  decided && turns.every(({ state }) => state === 'closed');

/**
 * Waits until it is decided whom a message woke and all those turns are closed. Null when the time is up or the caller
 * left.
 */
export async function waitForAnswers(waiting: AnswerWait, waitMs: number): Promise<WokenTurns | null> {
  const look = async (): Promise<WokenTurns | null> => {
    const woken = await waiting.turns();
    return areAllClosed(woken) ? woken : null;
  };
  return pollUntil(look, waiting, waitMs);
}
