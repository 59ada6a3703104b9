import { isApiError } from '@crumbtrail/client';
import { AnswerGrounding, asPayload } from '@crumbtrail/contracts';
import type { CounterfactualReply } from '@crumbtrail/contracts/operations/evals';
import type { Command } from 'commander';
import { CliError } from '../../cli-error';
import { mapConcurrently } from '../../map-concurrently';
import { counterfactualLines, summarizeCounterfactuals } from '../../output/counterfactuals';
import { startProgress } from '../../progress';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { parseSince } from '../../since';
import { loadItemTexts } from './load-item-texts';
import { readRebuildFlags, type RebuildFlags, type RebuildRequest, withRebuildSettings } from './rebuild-flags';

interface CounterfactualFlags extends Omit<RebuildFlags, 'asOf'> {
  readonly since: string;
  readonly exitCode?: true;
}

/** The largest page of a list. */
const PAGE = 500;
/** Fitting takes computing, reading takes waiting: some at a time use both. */
const AT_ONCE = 4;
/** The output states the losses; scripts read the exit code. */
const ALREADY_PRINTED = '';

/** The contexts of the answers since a time that were grounded on something, newest first. */
async function listGroundedContexts(shell: Shell, since: string): Promise<string[]> {
  const contexts: string[] = [];
  for await (const { context } of shell.client().all({ schema: AnswerGrounding.name, since, limit: PAGE }))
    contexts.push(asPayload(AnswerGrounding.name, context).context_id);
  return contexts;
}

/** A context that was erased, or that the key may not read, since its answer was listed. */
const isGone = (error: unknown): boolean => isApiError(error, 404) || isApiError(error, 410);

async function refitAll(shell: Shell, since: string, settings: RebuildRequest): Promise<CounterfactualReply[]> {
  const contexts = await listGroundedContexts(shell, since);
  const client = shell.client();
  const progress = startProgress(shell, 'answers tried', contexts.length);
  let done = 0;
  const tryOne = async (context: string): Promise<CounterfactualReply | null> => {
    const reply = await client.evals.counterfactual(context, settings).catch((error: unknown) => {
      if (isGone(error)) return null;
      throw error;
    });
    progress.update((done += 1));
    return reply;
  };
  try {
    return (await mapConcurrently(contexts, AT_ONCE, tryOne)).filter((reply) => reply !== null);
  } finally {
    progress.stop();
  }
}

async function counterfactual(shell: Shell, { since, exitCode, ...flags }: CounterfactualFlags): Promise<void> {
  const settings = await readRebuildFlags(shell, flags);
  if (settings.budget === undefined && settings.config === undefined)
    throw new CliError('Say what to change: --budget <tokens>, --config <file>, or both.', 2);
  const from = parseSince(since);
  const replies = await refitAll(shell, from, settings);
  const losing = replies.filter(({ outcome }) => outcome === 'loses');
  const texts = await loadItemTexts(
    shell,
    losing.flatMap(({ lost }) => lost),
  );
  shell.print({ since: from, ...summarizeCounterfactuals(replies), answers: losing }, () =>
    counterfactualLines(replies, from, texts),
  );
  if (exitCode && losing.length > 0) throw new CliError(ALREADY_PRINTED);
}

/** Adds `crumb context counterfactual`. */
export function addCounterfactual(context: Command, createShell: ShellFactory): void {
  const supposing = context
    .command('counterfactual')
    .description('fit recorded turns with another budget or config: which answers lose what they were grounded on')
    .option('--since <time>', 'only answers since then: 30d, 12h, or a time', '30d')
    .option('--exit-code', 'exit 1 when an answer loses something');
  withCommonOptions(withRebuildSettings(supposing)).action((options: CounterfactualFlags) =>
    counterfactual(createShell(supposing), options),
  );
}
