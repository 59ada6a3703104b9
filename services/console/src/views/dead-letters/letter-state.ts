import type { DeadLetterView } from '@crumbtrail/client';

/**
 * How a letter stands: nobody has replayed it; it was, and failed again since; it was, and nothing has been heard of it since;
 * nobody could read what it was about, so there is nothing to replay.
 */
export type LetterState = 'waiting' | 'failed again' | 'replayed' | 'unreadable';

/** A dead letter, and how it stands. */
export interface LetterEntry {
  readonly crumb: DeadLetterView;
  readonly state: LetterState;
}

const workKey = ({ context: { durable, event } }: DeadLetterView): string => `${durable} ${event.position}`;
const generationOf = ({ context: { generation = 0 } }: DeadLetterView): number => generation;

function letterState({ replayed, context }: DeadLetterView, hasLater: boolean): LetterState {
  if (hasLater) return 'failed again';
  if (replayed) return 'replayed';
  return context.event.id === undefined ? 'unreadable' : 'waiting';
}

/** Letters as they came, newest first; one is `failed again` where there is a later one of the same work. */
export function classifyLetters(letters: readonly DeadLetterView[]): LetterEntry[] {
  const newest = new Map<string, number>();
  for (const crumb of letters)
    newest.set(workKey(crumb), Math.max(newest.get(workKey(crumb)) ?? 0, generationOf(crumb)));
  return letters.map((crumb) => {
    const hasLater = generationOf(crumb) < (newest.get(workKey(crumb)) ?? 0);
    return { crumb, state: letterState(crumb, hasLater) };
  });
}

/** Those that replaying all is about: nobody has replayed them yet. */
export const unreplayedLetters = (letters: readonly LetterEntry[]): LetterEntry[] =>
  letters.filter(({ state }) => state === 'waiting');
