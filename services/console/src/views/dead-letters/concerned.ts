import type { Crumbtrail } from '@crumbtrail/client';
import type { Envelope } from '@crumbtrail/contracts';

/** Whom a dead letter concerns, of the breadcrumb that could not be processed. */
export interface Concerned {
  readonly agent?: string | undefined;
  readonly session?: string | undefined;
}

interface TurnPayload {
  readonly agent?: unknown;
  readonly turn?: { readonly id?: string };
}

/** The agent that a breadcrumb names, or that wrote it. */
function agentOf({ context, author }: Envelope): string | undefined {
  const { agent } = context as TurnPayload;
  if (typeof agent === 'string') return agent;
  return author.kind === 'agent' ? author.id : undefined;
}

/** Reads the breadcrumb that could not be processed, and its turn where only that names the agent. */
export async function readConcerned(client: Pick<Crumbtrail, 'get'>, id: string): Promise<Concerned> {
  const crumb = await client.get(id);
  const { turn } = crumb.context as TurnPayload;
  const agent = agentOf(crumb);
  const named = agent === undefined && turn?.id !== undefined ? agentOf(await client.get(turn.id)) : agent;
  return { agent: named, session: crumb.session };
}
