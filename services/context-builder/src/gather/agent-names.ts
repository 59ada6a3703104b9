import type { AgentName, SessionV1 } from '@crumbtrail/contracts';
import type { AgentNameSource } from '../ports';
import type { ReadableCandidates } from './assert-readable';
import { listMembers } from './show-origin';

/** The most agents whose names are read for one context: the record can hold this many. */
const MOST_NAMES = 64;

interface Named {
  readonly agents: readonly AgentName[];
  /** Store queries made. */
  readonly queries: number;
}

async function readNames(
  ids: readonly string[],
  { asOf, source }: { readonly asOf: number; readonly source: AgentNameSource },
): Promise<Named> {
  const wanted = [...new Set(ids)].slice(0, MOST_NAMES);
  if (wanted.length === 0) return { agents: [], queries: 0 };
  return { agents: await source.agentNames(wanted, asOf), queries: 1 };
}

/** The names in the definitions of the session's other agents, as far as the session does not name them. Makes no query where there are none. */
export function readMemberNames(
  members: SessionV1['members'],
  { agent, asOf, source }: { readonly agent: string; readonly asOf: number; readonly source: AgentNameSource },
): Promise<Named> {
  const others = (members ?? []).filter(({ kind, id, name }) => kind === 'agent' && id !== agent && name === undefined);
  return readNames(
    others.map(({ id }) => id),
    { asOf, source },
  );
}

/** The names of other agents that wrote what was found, or took part in it, and are no members. Makes no query where there are none. */
export async function readAuthorNames(
  { sources, recalled }: ReadableCandidates,
  known: { readonly agent: string; readonly members: NonNullable<SessionV1['members']>; readonly asOf: number },
  source: AgentNameSource,
): Promise<Named> {
  const authors = [
    ...sources.flatMap(({ candidates }) => candidates.map(({ author }) => author)),
    ...listMembers(recalled),
  ];
  const isKnown = (id: string): boolean =>
    id === known.agent || known.members.some((member) => member.kind === 'agent' && member.id === id);
  const others = authors.filter(({ kind, id, name }) => kind === 'agent' && name === undefined && !isKnown(id));
  return readNames(
    others.map(({ id }) => id),
    { asOf: known.asOf, source },
  );
}
