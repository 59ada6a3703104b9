import {
  asPayload,
  parseParticipantName,
  participantName,
  Session,
  singletonId,
  type Audience,
  type Participant,
} from '@crumbtrail/contracts';
import type { PreparedCreate } from '../commands/commands';
import { invalid } from '../commands/require-storable';
import type { Ledger } from '../ledger/ledger';
import { audienceTokens, keyOf, versionKey } from '../ledger/stored-rows';

/** A bare id in an audience, where it was written. */
export interface BareId {
  readonly workspace: string;
  readonly id: string;
  /** The session of the crumb, whose members count; null: none. */
  readonly session: string | null;
}

/** Key of a bare id among those whose kinds were loaded. */
export const bareIdKey = ({ workspace, session, id }: BareId): string => `${workspace}/${session ?? ''}/${id}`;

/** The entries of an audience that name no kind. */
export const bareIdsOf = (audience: Audience | null): readonly string[] =>
  audience === null || typeof audience === 'string' ? [] : audience.filter((name) => !name.includes(':'));

/** Kinds of the participants with this id in crumbs of the same group of commands: an agent that is defined, a member of the session. */
function kindsInGroup({ workspace, session, id }: BareId, ledger: Ledger): Participant['kind'][] {
  const definition = ledger.crumbs.get(keyOf(workspace, singletonId(workspace, 'agent', id)));
  const kinds: Participant['kind'][] = definition && definition.erased_at === null ? ['agent'] : [];
  if (session === null) return kinds;
  const record = ledger.crumbs.get(keyOf(workspace, singletonId(workspace, 'session', session)));
  const content = record && ledger.versions.get(versionKey(workspace, record.id, record.version))?.context;
  const { members = [] } = asPayload(Session.name, content) ?? {};
  return [...kinds, ...members.filter((one) => one.id === id).map(({ kind }) => kind)];
}

/**
 * The participant that a bare id stands for: the one that has it, as a defined agent, the holder of a valid key or a member of the session.
 * An id that nobody has is a person who has no key yet. Undefined where two have it.
 */
function findParticipant(of: BareId, ledger: Ledger): { readonly name?: string; readonly all: readonly string[] } {
  const kinds = new Set([...(ledger.kinds.get(bareIdKey(of)) ?? []), ...kindsInGroup(of, ledger)]);
  const all = [...kinds].sort().map((kind) => participantName({ kind, id: of.id }));
  if (all.length === 0) return { name: participantName({ kind: 'user', id: of.id }), all };
  return all.length === 1 ? { name: all[0] as string, all } : { all };
}

/**
 * The stored form of the audience of a new crumb, in which every participant has its kind; null where the draft has no audience. Refuses an
 * id that two participants have.
 */
export function resolveAudience(
  { audience, session }: Pick<PreparedCreate, 'audience' | 'session'>,
  workspace: string,
  ledger: Ledger,
): readonly string[] | null {
  if (audience === null || typeof audience === 'string') return audience === null ? null : audienceTokens(audience);
  const names = audience.map((entry, at) => {
    if (parseParticipantName(entry).kind !== undefined) return entry;
    const { name, all } = findParticipant({ workspace, session, id: entry }, ledger);
    if (name !== undefined) return name;
    const message = `${entry} is the id of ${all.join(' and ')}: write ${all.join(' or ')}`;
    throw invalid(`The audience is ambiguous: ${message}.`, [
      { path: `/audience/${at}`, rule: 'participant', message },
    ]);
  });
  return [...new Set(names)];
}
