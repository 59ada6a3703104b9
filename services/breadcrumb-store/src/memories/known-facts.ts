import { participantName, type MemoryFact } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../identity/caller';

/** Which memories and facts a caller may know, besides what the audience of a memory says. */
export interface KnownFacts {
  /** Only memories of this agent. Absent: of any. */
  readonly agent?: string;
  /** Only facts about this participant, as kind and id. Absent: about anybody. */
  readonly about?: string;
}

/** An operator knows all facts, an agent those of its own memory, anybody else those about themselves. */
export function knownTo({ role, participant }: Pick<AuthenticatedCaller, 'role' | 'participant'>): KnownFacts {
  if (role === 'operator') return {};
  return participant.kind === 'agent' ? { agent: participant.id } : { about: participantName(participant) };
}

/** Those of the facts that the caller may know: with `about`, those about this participant and those that name them. */
export const selectFacts = (facts: readonly MemoryFact[], { about }: KnownFacts): readonly MemoryFact[] =>
  about === undefined ? facts : facts.filter((fact) => fact.about === about || fact.names?.includes(about));
