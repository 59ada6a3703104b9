import { AgentDef } from '@crumbtrail/contracts';
import type { Agent } from '@crumbtrail/client';
import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { CliError } from '../cli-error';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseFile(file: string): unknown {
  try {
    const text = readFileSync(file, 'utf8');
    return file.endsWith('.json') ? (JSON.parse(text) as unknown) : (parse(text) as unknown);
  } catch (error) {
    throw new CliError(`Cannot read ${file}: ${(error as Error).message}`, 2);
  }
}

/** The definition in a file: an agent.def.v1, or a breadcrumb that holds one in `context`, as it is posted. Throws CliError. */
function readDefinition(file: string): Json {
  const value = parseFile(file);
  if (!isObject(value)) throw new CliError(`${file} must hold an object: an ${AgentDef.name}.`, 2);
  if (value['schema_name'] === undefined) return value;
  if (value['schema_name'] === AgentDef.name && isObject(value['context'])) return value['context'];
  throw new CliError(`${file} holds a ${String(value['schema_name'])} and not an ${AgentDef.name} with a context.`, 2);
}

/** The fields of a definition that another one changes, by name: `+` added, `-` removed, `~` changed. */
function changedFields(before: Json, after: Json): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .map((name) => `${name in before ? (name in after ? '~' : '-') : '+'} ${name}`);
}

/** The definition of an agent as a file would hold it, without the fields of the breadcrumb that holds it. */
export function toDefinition({ id: _id, version: _version, updated_at: _updated, ...definition }: Agent): Json {
  return JSON.parse(JSON.stringify(definition)) as Json;
}

/** Defines an agent, or changes its definition, and prints which fields changed. */
export async function define(shell: Shell, definition: Json): Promise<void> {
  const name = String(definition['agent']);
  const client = shell.client();
  const existing = (await client.agents()).find(({ agent }) => agent === definition['agent']);
  if (!existing) {
    const { id, version } = await client.append({ schema_name: AgentDef.name, context: definition });
    return shell.print({ agent: name, id, version, changed: [] }, () => [
      `Defined ${name}, version ${version} (${id}).`,
    ]);
  }
  const { id } = existing;
  const changed = changedFields(toDefinition(existing), definition);
  if (changed.length === 0) {
    const { version } = existing;
    return shell.print({ agent: name, id, version, changed }, () => [
      `${name} is unchanged: version ${version} (${id}).`,
    ]);
  }
  const { version } = await client.change(id, existing.version, { context: definition });
  shell.print({ agent: name, id, version, changed }, () => [
    `Changed ${name} to version ${version} (${id}):`,
    ...changed,
  ]);
}

/** Adds `crumb agents define`, which defines an agent, or changes its definition if nobody else has meanwhile. */
export function addDefineAgent(agents: Command, createShell: ShellFactory): void {
  const defining = agents
    .command('define')
    .description('define an agent, or change its definition; prints its version and the fields that changed')
    .argument('<file>', 'JSON or YAML with an agent.def.v1, such as `crumb agents show` prints');
  withCommonOptions(defining).action((file: string) => define(createShell(defining), readDefinition(file)));
}
