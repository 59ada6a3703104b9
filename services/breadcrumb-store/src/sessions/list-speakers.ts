import { Session, type Participant } from '@crumbtrail/contracts';
import type { Ledger } from '../ledger/ledger';
import { keyOf } from '../ledger/stored-rows';

/** Who can speak in a session. Tools and services work there for others. */
export const SPEAKER_KINDS: readonly Participant['kind'][] = ['user', 'operator', 'agent'];

/** Whether these are the same participant. */
export const isSame = (one: Pick<Participant, 'kind' | 'id'>, other: Pick<Participant, 'kind' | 'id'>): boolean =>
  one.kind === other.kind && one.id === other.id;

/** Speakers of this group of commands: authors of crumbs that it writes in the session, and agents that get turns there. */
function speakersOfGroup(ledger: Ledger, workspace: string, session: string): Participant[] {
  const authors = ledger.crumbs
    .all()
    .filter((crumb) => crumb.workspace === workspace && crumb.session === session && crumb.erased_at === null)
    .filter(({ schema_name, author_kind }) => schema_name !== Session.name && SPEAKER_KINDS.includes(author_kind))
    .map(({ author_kind, author_id }) => ({ kind: author_kind, id: author_id }));
  const agents = ledger.turns
    .all()
    .filter((turn) => turn.workspace === workspace && turn.session === session)
    .map(({ agent }): Participant => ({ kind: 'agent', id: agent }));
  return [...authors, ...agents];
}

/**
 * Everybody who has written a crumb in a session that is not erased, and the agents that have had turns there. Having created its
 * `session.v1` does not count. Only for sessions whose speakers the group's read set has.
 */
export function listSpeakers(ledger: Ledger, workspace: string, session: string): Participant[] {
  const all = [
    ...(ledger.speakers.get(keyOf(workspace, session)) ?? []),
    ...speakersOfGroup(ledger, workspace, session),
  ];
  return all.filter((one, at) => all.findIndex((other) => isSame(one, other)) === at);
}
