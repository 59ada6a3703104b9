import { mayRead, refuse, Session, singletonId, type Participant, type SessionV1 } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../identity/caller';
import { canSee } from '../ledger/can-see';
import type { Ledger } from '../ledger/ledger';
import { audienceOf, keyOf, type CrumbRecord } from '../ledger/stored-rows';
import { isSame, listSpeakers } from './list-speakers';

type Members = SessionV1['members'];
type Member = NonNullable<Members>[number];

/** What a `session.v1` says after a write, and what it said before. */
export interface SessionWrite {
  readonly caller: AuthenticatedCaller;
  readonly name: string;
  /** Undefined before the session has a `session.v1`. */
  readonly before: Members;
  readonly after: Members;
}

/** Operators decide about every session, and services write only what a turn or a tool needs. */
export const isTrusted = ({ role }: AuthenticatedCaller): boolean => role === 'operator' || role === 'service';

const nameOf = ({ kind, id }: Participant): string => `${kind} ${id}`;
const isEmpty = (members: Members): boolean => members === undefined || members.length === 0;
const entryOf = (members: Members, one: Participant): Member | undefined =>
  members?.find((member) => isSame(member, one));

type Harm = (now: Member, old: Member | undefined) => boolean;
const HARMS: readonly { readonly verb: string; readonly applies: Harm }[] = [
  { verb: 'mutes', applies: (now, old) => now.muted === true && old?.muted !== true },
  { verb: 'marks as absent', applies: (now, old) => now.present === false && old?.present !== false },
  { verb: 'renames', applies: (now, old) => now.name !== old?.name },
];

/** What a list of members does to somebody who has spoken; undefined where it changes nothing, or nothing for the worse. */
function harmTo(speaker: Participant, { before, after }: SessionWrite): string | undefined {
  const [old, now] = [entryOf(before, speaker), entryOf(after, speaker)];
  if (now) return HARMS.find(({ applies }) => applies(now, old))?.verb;
  const wasIn = old !== undefined || isEmpty(before);
  return wasIn && !isEmpty(after) ? 'leaves out' : undefined;
}

/** A speaker as an error may show it: users may have spoken in messages that the caller cannot read. */
const shownName = (speaker: Participant, { after }: SessionWrite): string =>
  speaker.kind === 'agent' || entryOf(after, speaker) ? nameOf(speaker) : 'somebody';

/**
 * Refuses a list of members that mutes, renames or leaves out somebody who has spoken in a session in which other people than the
 * caller have spoken. Callers may do that to themselves, to everybody in a session of their own, and operators anywhere.
 */
export function requireSpeakersKept(write: SessionWrite, ledger: Ledger): void {
  const { caller, name, before, after } = write;
  if (isTrusted(caller)) return;
  const others = listSpeakers(ledger, caller.workspace, name).filter((one) => !isSame(one, caller.participant));
  if (others.every(({ kind }) => kind === 'agent')) return;
  const remedy = 'leave `members` out, or ask an operator';
  // An agent that is about to answer for the first time has no turn yet: a list now could only leave it out.
  if (isEmpty(before) && !isEmpty(after) && others.every(({ kind }) => kind !== 'agent')) {
    const message = `Others have spoken in the session ${name}, and no agent has had a turn there yet: list its members once one has, ${remedy}.`;
    throw refuse('forbidden', message);
  }
  for (const speaker of others.filter(({ kind }) => kind !== 'operator')) {
    const harm = harmTo(speaker, write);
    if (harm === undefined) continue;
    const message = `This list of members ${harm} ${shownName(speaker, write)}, who has spoken in the session ${name}: only an operator may do that. List everybody who has spoken there, by kind and id alone, ${remedy}.`;
    throw refuse('forbidden', message);
  }
}

/**
 * Refuses the `session.v1` of a session in which others have spoken, but not the caller; one that somebody who has spoken there could
 * not read; and one whose list of members does harm to a speaker. A name that nobody has used is free.
 */
export function requireSessionCreatable(write: SessionWrite, audience: readonly string[], ledger: Ledger): void {
  const { caller, name } = write;
  const { participant } = caller;
  const speakers = listSpeakers(ledger, caller.workspace, name);
  if (!isTrusted(caller) && speakers.length > 0 && !speakers.some((one) => isSame(one, participant))) {
    const message = `Others have spoken in the session ${name}, and ${nameOf(participant)} has not: its session.v1 is created by somebody who has spoken there, or by an operator. Take another name for a session of your own.`;
    throw refuse('forbidden', message);
  }
  const crumb = { audience: audienceOf(audience), author: participant };
  const isReadable = speakers.every((one) => mayRead(crumb, { participant: one, operator: one.kind === 'operator' }));
  if (!isReadable) {
    const message = `Everybody who has spoken in the session ${name} must be able to read its session.v1: leave its audience out, or name all of them.`;
    throw refuse('forbidden', message);
  }
  requireSpeakersKept(write, ledger);
}

/** Whether a stored `session.v1` keeps its name for some participants. */
export const isRestricted = (session: CrumbRecord | undefined): session is CrumbRecord =>
  session?.schema_name === Session.name && session.erased_at === null && audienceOf(session.audience) !== 'all';

/**
 * Refuses a crumb in a session whose `session.v1` the caller cannot read: its creator took the name before anybody had spoken there.
 * Somebody who had spoken there before may go on.
 */
export function requireSessionOpen(caller: AuthenticatedCaller, name: string | null, ledger: Ledger): void {
  if (name === null || isTrusted(caller)) return;
  const { workspace, participant } = caller;
  const session = ledger.crumbs.get(keyOf(workspace, singletonId(workspace, 'session', name)));
  if (!isRestricted(session) || canSee(caller, session)) return;
  const hasExpired = session.expires_at !== null && session.expires_at <= ledger.now;
  if (hasExpired || listSpeakers(ledger, workspace, name).some((one) => isSame(one, participant))) return;
  const message = `The session ${name} belongs to the audience of its session.v1, and ${nameOf(participant)} is not part of it: use another session.`;
  throw refuse('forbidden', message);
}
