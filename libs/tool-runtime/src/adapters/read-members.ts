import {
  AgentDef,
  asPayload,
  mayRead,
  Session,
  singletonId,
  type AgentDefV1,
  type Envelope,
  type SessionV1,
} from '@crumbtrail/contracts';
import type { WorkspaceStore } from '@crumbtrail/bus';
import type { SessionMember } from '../tool-log';
import { existingCrumb } from './existing-crumb';

/** Whose members are read, and for whom. */
interface MembersOf {
  readonly workspace: string;
  readonly session: string | undefined;
  /** The agent that asks; undefined: it may read everything. */
  readonly agent: string | undefined;
}

/** The most agents of a workspace that are listed where the session lists no members: as many as a session may list. */
const MOST_AGENTS = 256;

const nameOf = (definition: Partial<AgentDefV1> | undefined, id: string): string => definition?.name ?? id;

async function listAgents(store: WorkspaceStore): Promise<SessionMember[]> {
  const { crumbs } = await store.list({ schema: AgentDef.name, limit: MOST_AGENTS });
  return crumbs
    .map(({ context }) => asPayload(AgentDef.name, context))
    .map((one) => ({
      kind: 'agent' as const,
      id: one.agent,
      name: nameOf(one, one.agent),
      muted: false,
      present: true,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The names of agents whose members' list gives none. */
async function readDefinitions(
  store: WorkspaceStore,
  workspace: string,
  members: NonNullable<SessionV1['members']>,
): Promise<ReadonlyMap<string, AgentDefV1>> {
  const unnamed = members.filter(({ kind, name }) => kind === 'agent' && name === undefined);
  if (unnamed.length === 0) return new Map();
  const refs = unnamed.map(({ id }) => ({ id: singletonId(workspace, 'agent', id) }));
  const { crumbs } = await store.read({ refs });
  const found = crumbs.flatMap((crumb) => asPayload(AgentDef.name, existingCrumb(crumb)?.context) ?? []);
  return new Map(found.map((one) => [one.agent, one]));
}

/** The session's record, as far as the agent may read it. */
async function readSession(
  store: WorkspaceStore,
  { workspace, session, agent }: MembersOf,
): Promise<Envelope | undefined> {
  if (session === undefined) return undefined;
  const { crumbs } = await store.read({ refs: [{ id: singletonId(workspace, 'session', session) }] });
  const crumb = existingCrumb(crumbs[0]);
  if (!crumb || agent === undefined) return crumb ?? undefined;
  return mayRead(crumb, { participant: { kind: 'agent', id: agent } }) ? crumb : undefined;
}

/** The members of a session with their names; where it lists none, all agents of the workspace. */
export async function readMembers(store: WorkspaceStore, of: MembersOf): Promise<readonly SessionMember[]> {
  const { members = [] } = asPayload(Session.name, (await readSession(store, of))?.context) ?? {};
  if (members.length === 0) return listAgents(store);
  const definitions = await readDefinitions(store, of.workspace, members);
  return members.map(({ kind, id, name, muted = false, present = true }) => ({
    kind,
    id,
    name: name ?? (kind === 'agent' ? nameOf(definitions.get(id), id) : id),
    muted,
    present,
  }));
}
