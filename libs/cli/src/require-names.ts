import { describeUnknownName } from '@crumbtrail/contracts';
import { CliError } from './cli-error';
import type { Shell } from './shell';

/** The agent and the session that a list is limited to. */
export interface NameFilter {
  readonly agent?: string;
  readonly session?: string;
}

/** How many of the latest sessions are compared with a name that does not exist: one page of the gateway. */
const LISTED_SESSIONS = 500;

/** What has names, and the command that lists them. */
const LISTED_BY = { agent: 'agents', session: 'sessions', book: 'lore list', card: 'agents' } as const;

/** The error for a name that does not exist: the nearest of those that do, or how to list them. */
export function unknownName(kind: keyof typeof LISTED_BY, wanted: string, names: readonly string[]): CliError {
  const otherwise = `List them with \`crumb ${LISTED_BY[kind]}\`.`;
  return new CliError(describeUnknownName(kind, { wanted, names }, otherwise));
}

async function requireAgent(shell: Shell, wanted: string): Promise<void> {
  const names = (await shell.client().agents()).map(({ agent }) => agent);
  if (!names.includes(wanted)) throw unknownName('agent', wanted, names);
}

async function requireSession(shell: Shell, wanted: string): Promise<void> {
  const { breadcrumbs } = await shell.client().list({ session: wanted, limit: 1 });
  if (breadcrumbs.length > 0) return;
  const { sessions } = await shell.client().sessions({ limit: LISTED_SESSIONS });
  const names = sessions.map(({ name }) => name);
  throw unknownName('session', wanted, names);
}

/** Rejects with CliError where the agent or the session of a list without results does not exist. */
export async function requireNames(shell: Shell, { agent, session }: NameFilter): Promise<void> {
  if (agent !== undefined) await requireAgent(shell, agent);
  if (session !== undefined) await requireSession(shell, session);
}
