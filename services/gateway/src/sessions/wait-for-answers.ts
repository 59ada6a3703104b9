import type { WokenTurns } from '@crumbtrail/contracts/http/turn-fields';
import { pollUntil, type PollOptions } from '../live/poll-until';

/** Dependencies of {@link waitForAnswers}. */
export interface AnswerWait extends PollOptions {
  readonly turns: () => Promise<WokenTurns>;
}

const areAllClosed = ({ decided, turns }: WokenTurns): boolean =>
  decided && turns.every(({ state }) => state === 'closed');

/**
 * Waits until it is decided which agents a message wakes and all their turns are closed. Null when the time is up or the
 * caller has disconnected.
 */
export async function waitForAnswers(waiting: AnswerWait, waitMs: number): Promise<WokenTurns | null> {
  const look = async (): Promise<WokenTurns | null> => {
    const woken = await waiting.turns();
    return areAllClosed(woken) ? woken : null;
  };
  return pollUntil(look, waiting, waitMs);
}
