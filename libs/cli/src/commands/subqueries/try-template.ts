import type { SubqueryTrial } from '@crumbtrail/contracts/operations/subqueries';
import type { Command } from 'commander';
import { CliError } from '../../cli-error';
import type { OutputBlock } from '../../output/table';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { parseWholeNumber } from '../context/rebuild-flags';
import { ANSWER_ID_HELP, resolveTurnId } from '../resolve-answer';
import { findKind, requireDraft } from './find-kind';

interface TryOptions {
  readonly content?: string;
  readonly none?: true;
  readonly maxWords?: string;
  readonly draft?: true;
}

/** The names of the arguments. */
interface TryArguments {
  readonly type: string;
  readonly answer: string;
  readonly request: string;
}

/** The output states the failure; scripts read the exit code. */
const ALREADY_PRINTED = '';

function trialLines({ prompt, answer, error, trimmed }: SubqueryTrial): OutputBlock[] {
  const left = Object.entries(trimmed ?? {}).map(([what, count]) => `left out: ${count} ${what.replaceAll('_', ' ')}`);
  return [
    ...(prompt === undefined ? [] : ['--- sent as the last message', { verbatim: prompt }, '']),
    error ? `failed (${error.code}): ${error.message}` : (answer ?? ''),
    ...left,
  ];
}

async function tryTemplate(shell: Shell, { type, answer, request }: TryArguments, options: TryOptions): Promise<void> {
  const { content, none, maxWords, draft } = options;
  const kind = await findKind(shell, type);
  const trial = await shell.client().subqueries.try(kind.type, {
    turn: await resolveTurnId(shell, answer),
    request,
    ...(content !== undefined && { content }),
    ...(none && { context: 'none' }),
    ...(maxWords !== undefined && { max_words: parseWholeNumber(maxWords, '--max-words') }),
    ...(draft && { template: requireDraft(kind) }),
  });
  shell.print(trial, () => trialLines(trial));
  if (trial.error) throw new CliError(ALREADY_PRINTED);
}

/** Adds `crumb subqueries try`, which asks a subquery after what the agent of an answer was sent. */
export function addTry(subqueries: Command, createShell: ShellFactory): void {
  const command = subqueries
    .command('try')
    .description('ask a subquery after what the agent of an answer was sent; stores nothing, costs model calls')
    .argument('<type>', 'kind of subquery, as `crumb subqueries` lists them')
    .argument('<answer>', ANSWER_ID_HELP)
    .argument('<request>', 'what to answer')
    .option('--content <text>', 'a text that the request is about')
    .option('--none', 'the model reads the content alone, and not what the agent was sent')
    .option('--max-words <number>', 'most words of the answer (default: as the template says)')
    .option('--draft', 'with the draft, which no subquery uses yet');
  withCommonOptions(command).action((type: string, answer: string, request: string, options: TryOptions) =>
    tryTemplate(createShell(command), { type, answer, request }, options),
  );
}
