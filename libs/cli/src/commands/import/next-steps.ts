/** The first conversation of an import, and who may read it. */
interface ImportedSession {
  readonly session: string;
  /** The id of the person. */
  readonly user: string;
  /** The id of an agent that spoke in it. */
  readonly agent: string;
  /** Whether everybody may read it. */
  readonly shared: boolean;
}

/** Who may read what was imported, and the commands that ask about it and open it. */
export function nextStepLines({ session, user, agent, shared }: ImportedSession): string[] {
  const open = `  crumb open session ${session}`;
  if (shared)
    return [
      '',
      'Everybody in the workspace may read it. Ask about it, or open it:',
      `  crumb send -s ${session} "…"`,
      open,
    ];
  return [
    '',
    `Only user:${user} and the agents of each conversation may read it. Ask with a key of user:${user}, and only the agent, so that nobody else reads the answer:`,
    `  crumb keys create --for user:${user}`,
    `  crumb send -s ${session} --key <key> --to agent:${agent} "…"`,
    open,
  ];
}
