import type { AgentVersion } from '@crumbtrail/client';
import type { Participant } from '@crumbtrail/contracts';
import { fieldChangeLines } from '@crumbtrail/formatting';
import type { Command } from 'commander';
import { CliError } from '../cli-error';
import { table } from '../output/table';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { diffDraft } from './agent-drafts';
import { findAgent } from './find-agent';

function parseVersion(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CliError(`A version is a whole number from 1 (got "${text}").`, 2);
}

/** Runs work with versions; a version that does not exist is a wrong argument. */
async function withVersions<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (error instanceof RangeError) throw new CliError(error.message, 2);
    throw error;
  });
}

/** One version of a definition. Throws CliError where there is none of this number. */
export async function readVersion(shell: Shell, definition: string, text: string): Promise<AgentVersion> {
  const version = parseVersion(text);
  const versions = await shell.client().agentVersions.list(definition);
  const found = versions.find((one) => one.version === version);
  if (found) return found;
  throw new CliError(`There is no version ${version}: the versions are 1 to ${versions[0]?.version ?? 0}.`, 2);
}

const nameOf = (by: Participant | undefined): string => (by ? `${by.kind}:${by.id}` : 'not recorded');

/** The fields that a version changed, and where its content came from if not from an edit of the version before. */
function describeChange({ version, changes, restored_from, draft }: AgentVersion): string {
  return [
    version === 1 ? 'defined' : changes.map(({ path }) => path).join(', '),
    ...(restored_from === undefined ? [] : [`restored from version ${restored_from}`]),
    ...(draft ? [draft.by ? `published from a draft by ${nameOf(draft.by)}` : 'published from a draft'] : []),
  ].join(' · ');
}

async function list(shell: Shell, agent: string): Promise<void> {
  const versions = await shell.client().agentVersions.list((await findAgent(shell, agent)).id);
  const rows = versions.map((one) => [String(one.version), one.at, nameOf(one.by), describeChange(one)]);
  shell.print({ agent, versions }, () => table(['version', 'time', 'by', 'changed'], rows, ''));
}

async function diff(
  shell: Shell,
  agent: string,
  [from, to]: readonly [string | undefined, string | undefined],
): Promise<void> {
  const { id, version } = await findAgent(shell, agent);
  const a = from === undefined ? Math.max(1, version - 1) : parseVersion(from);
  const b = to === undefined ? version : parseVersion(to);
  const changes = await withVersions(shell.client().agentVersions.diff(id, a, b));
  const nothing = [`Versions ${a} and ${b} of ${agent} are the same.`];
  shell.print({ agent, from: a, to: b, changes }, () => (changes.length > 0 ? fieldChangeLines(changes) : nothing));
}

async function restore(shell: Shell, agent: string, text: string): Promise<void> {
  const { id } = await findAgent(shell, agent);
  const version = parseVersion(text);
  const receipt = await withVersions(shell.client().agentVersions.restore(id, version));
  shell.print({ agent, restored: version, version: receipt.version }, () => [
    `Restored version ${version} of ${agent} as version ${receipt.version}.`,
  ]);
}

/** Adds `crumb agents versions`, `diff` and `restore`. */
export function addAgentVersions(agents: Command, createShell: ShellFactory): void {
  const listing = agents
    .command('versions')
    .description('list the versions of an agent: when, by whom and which fields changed')
    .argument('<agent>');
  withCommonOptions(listing).action((agent: string) => list(createShell(listing), agent));
  const comparing = agents
    .command('diff')
    .description('show what differs between two versions of an agent')
    .argument('<agent>')
    .argument('[from]', 'a version (default: the one before the latest)')
    .argument('[to]', 'a version (default: the latest)')
    .option('--draft', 'compare the latest version with the draft');
  withCommonOptions(comparing).action(
    (agent: string, from: string | undefined, to: string | undefined, flags: { readonly draft?: true }) =>
      flags.draft ? diffDraft(createShell(comparing), agent) : diff(createShell(comparing), agent, [from, to]),
  );
  const restoring = agents
    .command('restore')
    .description('make an earlier version of an agent the latest one, as a new version')
    .argument('<agent>')
    .argument('<version>');
  withCommonOptions(restoring).action((agent: string, version: string) =>
    restore(createShell(restoring), agent, version),
  );
}
