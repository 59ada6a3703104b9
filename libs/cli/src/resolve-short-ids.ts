import type { Crumbtrail } from '@crumbtrail/client';
import { asPayload } from '@crumbtrail/contracts/payload';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import type { Command } from 'commander';
import { CliError } from './cli-error';
import { isShortId, matchShortId } from './output/short-id';
import type { Shell } from './shell';

/** Names of the arguments that take ids of breadcrumbs, trails, contexts, answers, memories, turns or keys. */
const ID_ARGUMENTS = ['id', 'ids', 'trail', 'a', 'b', 'turn', 'answer', 'memory'];
/** Names of the options that take ids of breadcrumbs. */
const ID_OPTIONS = ['trigger', 'crumb'];
/** Commands whose `id` is a name that users give. */
const NAMED = ['inject', 'remove'];
/** A short id is looked up among so many of the latest of each kind. */
const LATEST = 500;

type ListIds = (client: Crumbtrail) => Promise<readonly string[]>;

const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);

async function listLatest(client: Crumbtrail): Promise<string[]> {
  const limit = LATEST;
  const [{ trails }, latest, contexts] = await Promise.all([
    client.trails({ limit }),
    client.list({ limit }),
    client.list({ limit, schema: WIRE.agentContext }),
  ]);
  return [...trails.map((trail) => trail.trail_id), ...idsOf(latest.breadcrumbs), ...idsOf(contexts.breadcrumbs)];
}

async function listApprovals({ approvals }: Crumbtrail): Promise<string[]> {
  const pages = await Promise.all(
    (['waiting', 'decided', 'ended'] as const).map((status) => approvals.list({ status, limit: LATEST })),
  );
  return pages.flatMap((page) => idsOf(page.approvals));
}

async function listAnswers(client: Crumbtrail): Promise<string[]> {
  const [latest, { breadcrumbs }] = await Promise.all([
    listLatest(client),
    client.list({ schema: WIRE.answerFeedback, limit: LATEST }),
  ]);
  return [...latest, ...breadcrumbs.map(({ context }) => asPayload(WIRE.answerFeedback, context).response.id)];
}

/** What the lists of these commands print; all others take breadcrumbs, trails and contexts. */
const SOURCES: Readonly<Record<string, ListIds>> = {
  approvals: listApprovals,
  'dead-letters': async (client) => idsOf(await client.deadLetters({ limit: LATEST })),
  feedback: listAnswers,
  keys: async (client) => idsOf(await client.keys()),
  memory: async (client) => idsOf((await client.request('GET /v1/memory', { query: { limit: LATEST } })).memories),
  rerun: listAnswers,
};

/** The command below `crumb` that this one is, or belongs to. */
const groupOf = (command: Command): string => (command.parent?.parent ? groupOf(command.parent) : command.name());

/** The one id that is meant by a part of it; undefined: there is none. Throws CliError where there are several, with the candidates. */
export function pickShortId(short: string, ids: readonly string[]): string | undefined {
  const found = matchShortId(short, ids);
  if (found.length <= 1) return found[0];
  throw new CliError(`${short} may be any of these; give more of it:\n${found.map((id) => `  ${id}`).join('\n')}`, 2);
}

function resolve(short: string, ids: readonly string[]): string {
  const found = pickShortId(short, ids);
  if (found !== undefined) return found;
  throw new CliError(`No id ends or begins with ${short} among the latest ${LATEST}. Give the whole id.`);
}

/** Replaces the short ids among values by whole ones. */
const replaceIn = (value: unknown, replace: (one: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(replace) : replace(value);

/** Replaces short ids among the arguments of a command, and in its options that take ids, by whole ones; an ambiguous one is refused, with the candidates. */
export async function resolveShortIds(shell: Shell, command: Command): Promise<void> {
  if (NAMED.includes(command.name())) return;
  const isId = command.registeredArguments.map((argument) => ID_ARGUMENTS.includes(argument.name()));
  const options = ID_OPTIONS.filter((name) => hasShort(command.getOptionValue(name)));
  const isAnyShort = options.length > 0 || command.processedArgs.some((value, nth) => isId[nth] && hasShort(value));
  if (!isAnyShort) return;
  const group = groupOf(command);
  const list = Object.hasOwn(SOURCES, group) ? (SOURCES[group] as ListIds) : listLatest;
  const ids = await list(shell.client());
  const replace = (value: unknown): unknown => (isShort(value) ? resolve(value, ids) : value);
  for (const [nth, value] of command.processedArgs.entries())
    if (isId[nth]) command.processedArgs[nth] = replaceIn(value, replace);
  for (const name of options)
    command.setOptionValueWithSource(name, replaceIn(command.getOptionValue(name), replace), 'cli');
}

const isShort = (value: unknown): value is string => typeof value === 'string' && isShortId(value);
const hasShort = (value: unknown): boolean => [value].flat().some(isShort);
