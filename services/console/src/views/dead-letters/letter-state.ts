import type { DeadLetterView } from '@crumbtrail/client';

/**
 * The state of a dead letter: not replayed (`waiting`); replayed and failed again; replayed without a newer failure; `discarded` by an
 * operator; or `unreadable`, when the event could not be read and cannot be replayed.
 */
export type LetterState = 'waiting' | 'failed again' | 'replayed' | 'discarded' | 'unreadable';

/** A dead letter and its state. */
export interface LetterEntry {
  readonly crumb: DeadLetterView;
  readonly state: LetterState;
}

const workKey = ({ context: { durable, event } }: DeadLetterView): string => `${durable} ${event.position}`;
const generationOf = ({ context: { generation = 0 } }: DeadLetterView): number => generation;

function letterState({ replayed, discarded, context }: DeadLetterView, hasLater: boolean): LetterState {
  if (hasLater) return 'failed again';
  if (replayed) return 'replayed';
  if (discarded) return 'discarded';
  return context.event.id === undefined ? 'unreadable' : 'waiting';
}

/** Determines the state of dead letters, newest first; a newer one for the same event and consumer makes it `failed again`. */
export function classifyLetters(letters: readonly DeadLetterView[]): LetterEntry[] {
  const newest = new Map<string, number>();
  for (const crumb of letters)
    newest.set(workKey(crumb), Math.max(newest.get(workKey(crumb)) ?? 0, generationOf(crumb)));
  return letters.map((crumb) => {
    const hasLater = generationOf(crumb) < (newest.get(workKey(crumb)) ?? 0);
    return { crumb, state: letterState(crumb, hasLater) };
  });
}

/** The dead letters that `Replay all` replays. */
export const unreplayedLetters = (letters: readonly LetterEntry[]): LetterEntry[] =>
  letters.filter(({ state }) => state === 'waiting');
