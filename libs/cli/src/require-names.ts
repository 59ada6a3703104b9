import { distance } from 'fastest-levenshtein';
import { CliError } from './cli-error';
import type { Shell } from './shell';

/** The agent and the session that a list is limited to. */
export interface NameFilter {
  readonly agent?: string;
  readonly session?: string;
}

/** How many of the nearest names an error lists. */
const MOST_NAMES = 3;
/** How many of the latest sessions are compared with a name that does not exist: one page of the gateway. */
const LISTED_SESSIONS = 500;

/** The names most like the wanted one, by edits, nearest first; none that differ in more than half of their characters. */
export function nearestNames(wanted: string, names: readonly string[]): string[] {
  const isNear = (name: string): boolean => distance(wanted, name) <= Math.max(wanted.length, name.length) / 2;
  return names
    .filter(isNear)
    .sort((a, b) => distance(wanted, a) - distance(wanted, b))
    .slice(0, MOST_NAMES);
}

/** What has names, and the command that lists them. */
const LISTED_BY = { agent: 'agents', session: 'sessions', book: 'lore list', card: 'agents' } as const;

/** The error for a name that does not exist: the nearest of those that do, or how to list them. */
export function unknownName(kind: keyof typeof LISTED_BY, wanted: string, names: readonly string[]): CliError {
  const near = nearestNames(wanted, names);
  const next = near.length > 0 ? `The nearest: ${near.join(', ')}.` : `List them with \`crumb ${LISTED_BY[kind]}\`.`;
  return new CliError(`No ${kind} "${wanted}" exists in this workspace, or none that this key may read. ${next}`);
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
