import { withAuthor, type InformingText } from './audience';
import { sha256 } from './content-hash';
import type { MemoryShortV1 } from './generated/types';
import { participantName } from './participant-name';
import type { Audience } from './record';

/** The most characters of a fact, and the most sources that it names, as in the schemas of memories. */
export const MAX_FACT_CHARACTERS = 1_000;
export const MAX_FACT_SOURCES = 64;

/** An audience with its participants in alphabetical order. */
export const sortReaders = (readers: Audience): Audience =>
  typeof readers === 'string' ? readers : [...readers].sort();

/** Everybody who may read a text, its author among them, in alphabetical order. */
export function listReaders({ audience, author }: Pick<InformingText, 'audience' | 'author'>): Audience {
  return sortReaders(withAuthor(audience, participantName(author)));
}

/** An audience as one short name: `all`, `agents`, or a hash of the participants. */
export const fingerprintAudience = (readers: Audience): string =>
  typeof readers === 'string' ? readers : `of-${sha256([...readers].sort().join('\n')).slice(0, 32)}`;

/** The readers of a text as one short name, its author among them. Texts of other readers have another name. */
export const fingerprintReaders = (text: Pick<InformingText, 'audience' | 'author'>): string =>
  fingerprintAudience(listReaders(text));

/** The tag of the memories of an agent. */
export const memoryOwnerTag = (agent: string): string => `for:${agent}`;

/** The tag of the memories that are about a participant, who is named as audiences name them. */
export const memorySubjectTag = (participant: string): string => `about:${participant}`;

/** Most people that a memory is found by. */
const MOST_SUBJECTS = 24;

/** The tag of the memories of an agent that have the same readers. */
export const memoryGroupTag = (agent: string, readers: string): string => `memory:${agent}:${readers}`;

/** The tags of a memory: whose it is, who may read it, and whom its facts are about. */
export function memoryTags({ agent, readers, facts }: Pick<MemoryShortV1, 'agent' | 'readers' | 'facts'>): string[] {
  const about = new Set(facts.flatMap((fact) => fact.about ?? []));
  const subjects = [...about].slice(0, MOST_SUBJECTS).map(memorySubjectTag);
  return [memoryOwnerTag(agent), memoryGroupTag(agent, readers), ...subjects];
}
