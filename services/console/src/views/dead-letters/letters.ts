import type { DeadLetterView } from '@crumbtrail/client';

/**
 * How a letter stands: nobody has replayed it; it was, and failed again since; it was, and nothing has been heard of it since;
 * nobody could read what it was about, so there is nothing to replay.
 */
export type LetterStanding = 'waiting' | 'failed again' | 'replayed' | 'unreadable';

/** A dead letter, and how it stands. */
export interface Letter {
  readonly crumb: DeadLetterView;
  readonly standing: LetterStanding;
}

const workOf = ({ context: { durable, event } }: DeadLetterView): string => `${durable} ${event.position}`;
const generationOf = ({ context: { generation = 0 } }: DeadLetterView): number => generation;

function standingOf({ replayed, context }: DeadLetterView, hasLater: boolean): LetterStanding {
  if (hasLater) return 'failed again';
  if (replayed) return 'replayed';
  return context.event.id === undefined ? 'unreadable' : 'waiting';
}

/** Letters as they came, newest first; one is `failed again` where there is a later one of the same work. */
export function lettersOf(letters: readonly DeadLetterView[]): Letter[] {
  const newest = new Map<string, number>();
  for (const crumb of letters) newest.set(workOf(crumb), Math.max(newest.get(workOf(crumb)) ?? 0, generationOf(crumb)));
  return letters.map((crumb) => {
    const hasLater = generationOf(crumb) < (newest.get(workOf(crumb)) ?? 0);
    return { crumb, standing: standingOf(crumb, hasLater) };
  });
}

/** Those that replaying all is about: nobody has replayed them yet. */
export const waiting = (letters: readonly Letter[]): Letter[] =>
  letters.filter(({ standing }) => standing === 'waiting');
