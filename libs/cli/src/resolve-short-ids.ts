import type { Command } from 'commander';
import { CliError } from './cli-error';
import { isShortId, matchShortId } from './output/short-id';
import type { Shell } from './shell';

/** Names of the arguments that take ids of breadcrumbs, trails, contexts, turns or keys. */
const ID_ARGUMENTS = ['id', 'ids', 'trail', 'a', 'b', 'turn'];
/** Commands whose `id` is a name that users give. */
const NAMED = ['inject', 'remove'];
/** A short id is looked up among so many of the latest. */
const LATEST = 500;

async function listIds(shell: Shell, command: Command): Promise<string[]> {
  const client = shell.client();
  if (command.parent?.name() === 'keys') return (await client.keys()).map(({ id }) => id);
  const [trails, page] = await Promise.all([client.trails({ limit: LATEST }), client.list({ limit: LATEST })]);
  return [...trails.trails.map(({ trail_id }) => trail_id), ...page.breadcrumbs.map(({ id }) => id)];
}

async function resolve(short: string, ids: readonly string[]): Promise<string> {
  const found = matchShortId(short, ids);
  if (found.length === 1) return found[0] as string;
  if (found.length === 0)
    throw new CliError(`No id ends or begins with ${short} among the latest ${LATEST}. Give the whole id.`);
  throw new CliError(`${short} may be any of these; give more of it:\n${found.map((id) => `  ${id}`).join('\n')}`, 2);
}

/** Replaces short ids among the arguments of a command by whole ones; an ambiguous one is refused, with the candidates. */
export async function resolveShortIds(shell: Shell, command: Command): Promise<void> {
  if (NAMED.includes(command.name())) return;
  const isId = command.registeredArguments.map((argument) => ID_ARGUMENTS.includes(argument.name()));
  const isAnyShort = command.processedArgs.some((value, nth) => isId[nth] && [value].flat().some(isShort));
  if (!isAnyShort) return;
  const ids = await listIds(shell, command);
  const replace = async (value: unknown): Promise<unknown> => (isShort(value) ? resolve(value, ids) : value);
  for (const [nth, value] of command.processedArgs.entries()) {
    if (!isId[nth]) continue;
    command.processedArgs[nth] = Array.isArray(value) ? await Promise.all(value.map(replace)) : await replace(value);
  }
}

const isShort = (value: unknown): value is string => typeof value === 'string' && isShortId(value);
