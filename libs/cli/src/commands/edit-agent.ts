import { AgentDef } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { parse, stringify } from 'yaml';
import { CliError } from '../cli-error';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { readVersion } from './agent-versions';
import { requireDraft, saveDraft } from './agent-drafts';
import { define, toDefinition } from './define-agent';
import type { Json } from './definition-file';
import { editText } from './edit-text';
import { findAgent } from './find-agent';

interface ShowOptions {
  readonly version?: string;
  readonly draft?: true;
}

async function show(shell: Shell, name: string, { version, draft }: ShowOptions): Promise<void> {
  const agent = await findAgent(shell, name);
  const published = version === undefined ? agent : await readVersion(shell, agent.id, version);
  const shown = draft ? await requireDraft(shell, name) : published;
  const definition = 'definition' in shown ? { ...shown.definition } : toDefinition(shown);
  shell.print(shown, () => [{ verbatim: stringify(definition).trimEnd() }]);
}

function parseDefinition(text: string, agent: string): Json {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw new CliError(`Not saved: the text is not valid YAML: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || (value as Json)['agent'] !== agent)
    throw new CliError(`Not saved: \`agent\` must stay ${agent}. \`crumb agents define\` defines another agent.`);
  return value as Json;
}

interface EditOptions {
  readonly draft?: true;
}

/** Edits the draft of an agent, or begins one with its definition. */
async function editDraft(shell: Shell, name: string): Promise<void> {
  const agent = await findAgent(shell, name);
  const before = await shell.client().agentDrafts.find(name);
  const text = stringify(before?.definition ?? toDefinition(agent));
  await saveDraft(shell, parseDefinition(editText(text, `${name}.yaml`), agent.agent), before);
}

async function edit(shell: Shell, name: string, { draft }: EditOptions): Promise<void> {
  if (draft) return editDraft(shell, name);
  const agent = await findAgent(shell, name);
  const before = stringify(toDefinition(agent));
  const after = editText(before, `${name}.yaml`);
  await define(shell, parseDefinition(after, agent.agent));
}

/** Adds `crumb agents show`. */
export function addShowAgent(agents: Command, createShell: ShellFactory): void {
  const command = agents
    .command('show')
    .description("show an agent's definition as YAML")
    .argument('<agent>')
    .option('--version <number>', 'an earlier version, as `crumb agents versions` lists them (default: the latest)')
    .option('--draft', 'the draft, which no turn uses yet');
  withCommonOptions(command).action((name: string, options: ShowOptions) => show(createShell(command), name, options));
}

/** Adds `crumb agents edit`. */
export function addEditAgent(agents: Command, createShell: ShellFactory): void {
  const command = agents
    .command('edit')
    .description(`change an agent's ${AgentDef.name} in $EDITOR; refused if somebody else has meanwhile`)
    .argument('<agent>')
    .option('--draft', 'change the draft instead, which no turn uses until `crumb agents publish`');
  withCommonOptions(command).action((name: string, options: EditOptions) => edit(createShell(command), name, options));
}
