import type { LoreBookV1 } from '@crumbtrail/contracts';

/** What a book belongs to: entries of the session come first. */
export type Stratum = 'session' | 'agent' | 'workspace';

/** In which order the entries of agents and of the workspace are tried: one list by `order`, or one stratum before the other. */
export type LoreStrategy = 'evenly' | 'agent_first' | 'workspace_first';

/** `session` if the book names sessions, else `agent` if it names agents, else `workspace`. */
export function stratumOf({ sessions = [], agents = [] }: LoreBookV1): Stratum {
  if (sessions.length > 0) return 'session';
  return agents.length > 0 ? 'agent' : 'workspace';
}

const RANKS: Readonly<Record<LoreStrategy, Readonly<Record<Stratum, number>>>> = {
  evenly: { session: 0, agent: 1, workspace: 1 },
  agent_first: { session: 0, agent: 1, workspace: 2 },
  workspace_first: { session: 0, agent: 2, workspace: 1 },
};

/** The place of a stratum; equal places are one list. */
export const rankOf = (strategy: LoreStrategy, stratum: Stratum): number => RANKS[strategy][stratum];

/** Whether a book applies to an agent in a session, both as participant id and session name. */
export function appliesTo(book: LoreBookV1, at: { readonly agent: string; readonly session: string | null }): boolean {
  const { enabled = true, agents = [], sessions = [] } = book;
  const isForAgent = agents.length === 0 || agents.includes(at.agent);
  const isForSession = sessions.length === 0 || (at.session !== null && sessions.includes(at.session));
  return enabled && isForAgent && isForSession;
}
