import {
  asPayload,
  mayRead,
  refuse,
  Session,
  singletonId,
  type Participant,
  type SessionV1,
} from '@crumbtrail/contracts';
import type { Ledger } from '../ledger/ledger';
import { audienceOf, keyOf, versionKey } from '../ledger/stored-rows';

/** A trigger that is about to be written. */
export interface TriggerWrite {
  readonly workspace: string;
  /** Null: it belongs to no session. */
  readonly session: string | null;
  readonly agent: string;
  readonly author: Participant;
  /** Who may read it, as stored tokens. */
  readonly audience: readonly string[];
}

function findSession({ workspace, session }: TriggerWrite, ledger: Ledger): SessionV1 | undefined {
  if (session === null) return undefined;
  const crumb = ledger.crumbs.get(keyOf(workspace, singletonId(workspace, 'session', session)));
  if (!crumb || crumb.erased_at !== null) return undefined;
  return asPayload(Session.name, ledger.versions.get(versionKey(workspace, crumb.id, crumb.version))?.context);
}

const isDefined = ({ workspace, agent }: TriggerWrite, ledger: Ledger): boolean =>
  ledger.crumbs.get(keyOf(workspace, singletonId(workspace, 'agent', agent)))?.erased_at === null;

/** Why the members of the session do not let the agent be triggered; undefined where they do. */
function findMemberProblem({ agent, session }: TriggerWrite, members: SessionV1['members'] = []): string | undefined {
  const agents = members.filter(({ kind }) => kind === 'agent');
  if (members.length === 0) return undefined;
  const member = agents.find(({ id }) => id === agent);
  const present = agents.filter((one) => one.present !== false).map(({ id }) => id);
  const known = present.length > 0 ? `its agents are ${present.join(', ')}` : 'it has no agent';
  if (member === undefined) return `${agent} is no member of the session ${session}: ${known}.`;
  return member.present === false ? `${agent} is absent from the session ${session}: ${known}.` : undefined;
}

/** Refuses a trigger of an agent that is not defined, not there, or its own author, with the agents that could be triggered. */
export function requireTriggerable(write: TriggerWrite, ledger: Ledger): void {
  const session = findSession(write, ledger);
  const problem = findMemberProblem(write, session?.members);
  if (problem !== undefined) throw refuse('not_found', problem);
  if (!isDefined(write, ledger)) throw refuse('not_found', `No agent ${write.agent} is defined in this workspace.`);
  const crumb = { audience: audienceOf(write.audience), author: write.author };
  if (!mayRead(crumb, { participant: { kind: 'agent', id: write.agent } }))
    throw refuse('forbidden', `${write.agent} is not in the audience of this trigger, and so could not answer it.`);
  const { kind, id } = write.author;
  if (kind === 'agent' && id === write.agent && session?.allow_self !== true)
    throw refuse('forbidden', `${id} cannot trigger itself: set allow_self in the session.v1 to let it.`);
}
