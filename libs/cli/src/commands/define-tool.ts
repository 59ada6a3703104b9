import { ToolDef } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { type Json, readDefinition, writeDefinition } from './definition-file';
import { loadText } from '../load-text';

const CODE = /\.m?js$/;
const BESIDE = ['.json', '.yaml', '.yml'];
const PAGE = 200;

/** The definition in a file; of a file with code, the code, and all else from the file of the same name beside it. */
function readTool(file: string): Json {
  if (!CODE.test(file)) return readDefinition(file, ToolDef.name);
  const stem = file.replace(CODE, '');
  const beside = BESIDE.map((ending) => `${stem}${ending}`).find(existsSync) ?? `${stem}.json`;
  return { ...readDefinition(beside, ToolDef.name), code: loadText(file) };
}

async function findTool(shell: Shell, name: unknown) {
  for await (const { id, version, context } of shell.client().all({ schema: ToolDef.name, limit: PAGE })) {
    // The tool-runner writes it for definitions that it cannot run; it is no part of what an operator writes.
    const { unavailable: _unavailable, ...definition } = context;
    if (context['name'] === name) return { id, version, definition: JSON.parse(JSON.stringify(definition)) as Json };
  }
  return undefined;
}

async function defineTool(shell: Shell, file: string): Promise<void> {
  const definition = readTool(file);
  const { name } = definition;
  const existing = await findTool(shell, name);
  await writeDefinition(shell, { schema: ToolDef.name, kind: 'tool', name: String(name), definition, existing });
}

/** Adds `crumb tools define`, which defines a tool with its code, or changes its definition if nobody else has meanwhile. */
export function addDefineTool(tools: Command, createShell: ShellFactory): void {
  const defining = tools
    .command('define')
    .description(
      'define a tool, or change its definition; prints its version and the fields that changed (operators only)',
    )
    .argument(
      '<file>',
      'JSON or YAML with a tool.def.v1, or JavaScript with its code and the rest beside it: vat.js and vat.json',
    );
  withCommonOptions(defining).action((file: string) => defineTool(createShell(defining), file));
}
