import { DefinitionConflict, type Rerun, type RerunOptions } from '@crumbtrail/client';
import {
  CHANGES_OF_AGENT,
  listChanged,
  pickChanges,
  type ChangeName,
  type RerunChanges,
} from '@crumbtrail/contracts/definition-changes';
import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { CliError } from '../cli-error';
import { changedItems, diffLines } from '../output/context-diff';
import { conflictLines, rerunLines } from '../output/rerun';
import { loadText } from '../load-text';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { loadItemTexts } from './context/load-item-texts';
import { readRebuildFlags, type RebuildFlags, withRebuildSettings } from './context/rebuild-flags';
import { ANSWER_ID_HELP, resolveTurnId } from './resolve-answer';

interface RerunFlags extends Pick<RebuildFlags, 'budget' | 'config'> {
  readonly promptFile?: string;
  readonly model?: string;
  readonly temperature?: string;
  /** False: `--no-tools`. */
  readonly tools?: string | boolean;
  readonly latest?: true;
  readonly yes?: true;
  readonly diff?: true;
  readonly save?: true;
  /** Names of changes with commas between. */
  readonly saveChanges?: string;
}

/** The output states the failure; scripts read the exit code. */
const ALREADY_PRINTED = '';

function parseTemperature(text: string): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (value >= 0 && value <= 2) return value;
  throw new CliError(`--temperature must be a number from 0 to 2 (got "${text}").`, 2);
}

const parseTools = (tools: string | boolean): string[] =>
  typeof tools === 'string' ? tools.split(',').map((one) => one.trim()) : [];

async function readChanges(shell: Shell, flags: RerunFlags): Promise<RerunChanges> {
  const { promptFile, model, temperature, tools } = flags;
  return {
    ...(await readRebuildFlags(shell, flags)),
    ...(promptFile !== undefined && { prompt: loadText(promptFile, '--prompt-file').trimEnd() }),
    ...(model !== undefined && { model }),
    ...(temperature !== undefined && { temperature: parseTemperature(temperature) }),
    // Commander's default of an option that can be negated is true.
    ...(tools !== undefined && tools !== true && { tools: parseTools(tools) }),
  };
}

/** Which of the changes are saved: settings of the trial, such as its budget, only where they are named. */
function chooseSaved(changes: RerunChanges, { save, saveChanges }: RerunFlags): ChangeName[] {
  if (save === undefined && saveChanges === undefined) return [];
  const changed = listChanged(changes);
  const names = saveChanges === undefined ? CHANGES_OF_AGENT : parseTools(saveChanges);
  const unknown = saveChanges !== undefined && names.find((name) => !changed.some((one) => one === name));
  if (unknown)
    throw new CliError(
      `--save-changes: ${unknown} is not among the changes of this rerun (${changed.join(', ') || 'none'}).`,
      2,
    );
  const chosen = changed.filter((name) => names.some((one) => one === name));
  if (chosen.length > 0) return chosen;
  throw new CliError(
    '--save: nothing to save. Budget and configuration are of this trial: --save-changes budget saves them too.',
    2,
  );
}

async function save(shell: Shell, { agent, definition }: Rerun, changes: RerunChanges): Promise<number> {
  try {
    const { version } = await shell.client().agentVersions.save(definition, changes);
    return version;
  } catch (error) {
    if (!(error instanceof DefinitionConflict)) throw error;
    for (const line of conflictLines(error)) shell.printNote(line);
    throw new CliError(`The definition of ${agent} was not changed. Run again with --latest --save.`);
  }
}

async function rerun(shell: Shell, id: string, flags: RerunFlags): Promise<void> {
  const changes = await readChanges(shell, flags);
  const chosen = chooseSaved(changes, flags);
  const turn = await resolveTurnId(shell, id);
  const options = {
    ...changes,
    ...(flags.latest && { base: 'latest' as const }),
    ...(flags.yes && { confirmed: true }),
  };
  const result = await shell.client().turns.rerun(turn, options as RerunOptions);
  const texts = flags.diff ? await loadItemTexts(shell, changedItems(result.diff)) : new Map();
  const diff = flags.diff ? ['', ...diffLines(result.diff, { a: 'before', b: 'after' }, texts)] : [];
  const saved = chosen.length > 0 ? await save(shell, result, pickChanges(changes, chosen)) : undefined;
  const note = saved === undefined ? [] : ['', `Saved as version ${saved} of ${result.agent}: ${chosen.join(', ')}.`];
  shell.print(saved === undefined ? result : { ...result, saved, saved_changes: chosen }, () => [
    ...rerunLines(result),
    ...diff,
    ...note,
  ]);
  if (result.after.action === 'error') throw new CliError(ALREADY_PRINTED);
}

/** Adds `crumb rerun`, which runs a turn again with changes. */
export function addRerun(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'rerun')
    .argument('<answer>', ANSWER_ID_HELP)
    .option('--prompt-file <file>', 'another prompt')
    .option('--model <name>', 'another model')
    .option('--temperature <number>', 'from 0 to 2')
    .option('--tools <names>', 'comma-separated tools that the agent may call')
    .option('--no-tools', 'no tools')
    .option('--latest', 'change the latest definition instead of that of the turn')
    .option('-y, --yes', 'let tools with side effects run')
    .option('--diff', 'also show what changed in the context, and why')
    .option('--save', 'write prompt, model, temperature and tools into the definition of the agent, as a new version')
    .option('--save-changes <names>', 'write only these of the changes, such as prompt,budget');
  withCommonOptions(withRebuildSettings(command)).action((id: string, flags: RerunFlags) =>
    rerun(createShell(command), id, flags),
  );
}
