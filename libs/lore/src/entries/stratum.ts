/** Which scene names a book: a session's, an agent's, or the workspace's. Entries of the session come first. */
export type Stratum = 'session' | 'agent' | 'workspace';

/** In which order the entries of agents and of the workspace are tried: one list by `order`, or one stratum before the other. */
export type LoreStrategy = 'evenly' | 'agent_first' | 'workspace_first';

const RANKS: Readonly<Record<LoreStrategy, Readonly<Record<Stratum, number>>>> = {
  evenly: { session: 0, agent: 1, workspace: 1 },
  agent_first: { session: 0, agent: 1, workspace: 2 },
  workspace_first: { session: 0, agent: 2, workspace: 1 },
};

/** The place of a stratum; equal places are one list. */
export const rankOf = (strategy: LoreStrategy, stratum: Stratum): number => RANKS[strategy][stratum];
