import { AgentDef } from '@crumbtrail/contracts';
import type { Agent } from '@crumbtrail/client';
import type { Command } from 'commander';
import { type Json, readDefinition, writeDefinition } from './definition-file';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

/** The definition of an agent as a file would hold it, without the fields of the breadcrumb that holds it. */
export function toDefinition({ id: _id, version: _version, updated_at: _updated, ...definition }: Agent): Json {
  return JSON.parse(JSON.stringify(definition)) as Json;
}

/** Defines an agent, or changes its definition, and prints which fields changed. */
export async function define(shell: Shell, definition: Json): Promise<void> {
  const existing = (await shell.client().agents()).find(({ agent }) => agent === definition['agent']);
  return writeDefinition(shell, {
    schema: AgentDef.name,
    kind: 'agent',
    name: String(definition['agent']),
    definition,
    existing: existing && { ...existing, definition: toDefinition(existing) },
  });
}

/** Adds `crumb agents define`, which defines an agent, or changes its definition if nobody else has meanwhile. */
export function addDefineAgent(agents: Command, createShell: ShellFactory): void {
  const defining = agents
    .command('define')
    .description('define an agent, or change its definition; prints its version and the fields that changed')
    .argument('<file>', 'JSON or YAML with an agent.def.v1, such as `crumb agents show` prints');
  withCommonOptions(defining).action((file: string) =>
    define(createShell(defining), readDefinition(file, AgentDef.name)),
  );
}
