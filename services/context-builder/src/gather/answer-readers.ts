import {
  narrowReaders,
  participantName,
  type AgentDefV1,
  type Audience,
  type Candidate,
  type Participant,
} from '@crumbtrail/contracts';
import type { AccessScope } from './assert-readable';

const PEOPLE: ReadonlySet<Participant['kind']> = new Set(['user', 'operator']);

/** The message to answer. */
interface Asked {
  readonly author: Participant;
  /** Who may read the answer, as the message says. */
  readonly readers: Audience;
}

/**
 * Whom the texts of a context must be readable for: all readers of the answer. A confidant that answers a person needs only that person:
 * everybody else who may not read what entered does not read the answer. So the one who asks always reads it.
 */
function answerReaders(
  { confidant = false }: Pick<AgentDefV1, 'confidant'>,
  { author, readers }: Asked,
): Pick<AccessScope, 'readers' | 'widestReaders'> {
  const isPerson = PEOPLE.has(author.kind) && readers !== 'agents';
  return confidant && isPerson ? { readers: [participantName(author)], widestReaders: readers } : { readers };
}

/** Who will see a context, and in which session. */
interface ContextViewers extends Pick<AccessScope, 'workspace' | 'agent' | 'viewers'> {
  readonly session: string | undefined;
}

/** Who must be allowed to read what enters a context: its viewers, and the readers of the answer. */
export function accessScope(
  { session, ...viewers }: ContextViewers,
  definition: Pick<AgentDefV1, 'confidant'>,
  asked: Asked,
): AccessScope {
  return { ...viewers, ...(session === undefined ? {} : { session }), ...answerReaders(definition, asked) };
}

/** Who may read the answer, where what entered the context makes it fewer than the message says; else undefined. */
export function narrowedReaders(
  { widestReaders }: Pick<AccessScope, 'widestReaders'>,
  entered: readonly Candidate[],
): readonly string[] | undefined {
  if (widestReaders === undefined) return undefined;
  const readers = entered.reduce<Audience>(narrowReaders, widestReaders);
  return readers === widestReaders || typeof readers === 'string' ? undefined : readers;
}
