import { isTurnRequest, ToolError, type SessionMember, type ToolCall } from '@crumbtrail/tool-runtime';

/** Refuses a trial run, in which there is no agent to act for. */
export function requireTurn({ request }: Pick<ToolCall, 'request'>): void {
  if (isTurnRequest(request)) return;
  throw new ToolError(
    'needs_turn',
    `${request.context.tool} works only for the agent of a turn, and a trial run has no turn.`,
  );
}

/** Refuses a turn outside of sessions. */
export function requireSession(call: Pick<ToolCall, 'request' | 'session'>): string {
  requireTurn(call);
  if (call.session !== undefined) return call.session;
  throw new ToolError('needs_session', 'This turn belongs to no session, and so has nothing that this could change.');
}

const describeMember = ({ id, name }: SessionMember): string => (name === id ? id : `${id} (${name})`);

/** The ids of the agents that are meant by ids or exact names. Refuses what names no agent of the session, with those that there are. */
export function findAgents(wanted: readonly string[], members: readonly SessionMember[]): string[] {
  const agents = members.filter(({ kind }) => kind === 'agent');
  const idOf = (one: string): string | undefined =>
    (agents.find(({ id }) => id === one) ?? agents.find(({ name }) => name === one))?.id;
  const unknown = wanted.filter((one) => idOf(one) === undefined);
  if (unknown.length === 0) return [...new Set(wanted.flatMap((one) => idOf(one) ?? []))];
  const known = agents.length > 0 ? `Its agents are: ${agents.map(describeMember).join(', ')}.` : 'It has no agents.';
  throw new ToolError('unknown_member', `No agent of this session: ${unknown.join(', ')}. ${known}`);
}
