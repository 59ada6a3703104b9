import {
  ContextConfig,
  SMALLEST_BUDGET,
  type ContextConfigV1,
  type Envelope,
  type FeatureWeights,
} from '@crumbtrail/contracts';
import type { CounterfactualReply } from '@crumbtrail/contracts/operations/evals';
import type { Command } from 'commander';
import { CliError } from '../../cli-error';
import { fitFeatures } from '../../fit/fit-features';
import type { LabelledTurn } from '../../fit/labelled-turn';
import { measureGain, type KeptShares, type MeasuredGain } from '../../fit/measure-gain';
import { foldByTime } from '../../fit/time-folds';
import { mapConcurrently } from '../../map-concurrently';
import { fitLines, listChangedWeights, type FitReport } from '../../output/fit';
import { startProgress, type Progress } from '../../progress';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { parseSince } from '../../since';
import { readLabelledTurns, type LabelledTurns } from './read-labelled-turns';

interface FitFlags {
  readonly agent?: string;
  readonly since: string;
  readonly write?: true;
}

/** With fewer answers the interval of a gain is wider than any gain. */
const LEAST_TURNS = 40;
const FOLDS = 5;
const PAGE = 500;
/** Contexts that are built at the same time: some compute while others wait for the database. */
const AT_ONCE = 4;

/** The share of its sources that an answer keeps; null where its context cannot be built again. Erased sources and duplicates are not lost by weights. */
function shareKept({ outcome, grounded, lost }: CounterfactualReply): number | null {
  if (outcome === 'unknown' || outcome === 'ungrounded') return null;
  const missing = lost.filter(({ stage }) => stage !== 'erased' && stage !== 'duplicate_of');
  return 1 - missing.length / grounded;
}

/** Builds the context of a turn again, at its position of the log, with half of its tokens: with all of them it would keep every source of its answer. */
async function buildWith(shell: Shell, turn: LabelledTurn, features: FeatureWeights): Promise<number | null> {
  const max_tokens = Math.max(SMALLEST_BUDGET, Math.floor(turn.tokens / 2));
  const settings = { budget: { max_tokens }, config: { features } };
  return shareKept(await shell.client().evals.counterfactual(turn.context, settings));
}

interface FoldCheck {
  readonly test: readonly LabelledTurn[];
  readonly fitted: FeatureWeights;
}

/** What each answer of a fold keeps with its own weights and with those that were fitted without it. */
async function checkFold(shell: Shell, { test, fitted }: FoldCheck, tell: () => void): Promise<KeptShares[]> {
  const checked = await mapConcurrently(test, AT_ONCE, async (turn): Promise<KeptShares | null> => {
    const now = await buildWith(shell, turn, turn.features);
    const then = await buildWith(shell, turn, { ...turn.features, ...fitted });
    tell();
    return now === null || then === null ? null : { now, fitted: then };
  });
  return checked.filter((one) => one !== null);
}

async function checkFolds(
  shell: Shell,
  turns: readonly LabelledTurn[],
  { start, progress }: { start: FeatureWeights; progress: Progress },
): Promise<KeptShares[][]> {
  let done = 0;
  const folds: KeptShares[][] = [];
  for (const { train, test } of foldByTime(turns, FOLDS)) {
    const fitted = fitFeatures(train, start);
    folds.push(await checkFold(shell, { test, fitted }, () => progress.update((done += 1))));
  }
  return folds;
}

async function findConfig(shell: Shell, agent: string): Promise<Envelope | undefined> {
  for await (const one of shell.client().all({ schema: ContextConfig.name, limit: PAGE }))
    if ((one.context as Partial<ContextConfigV1>).consumer === agent) return one;
  return undefined;
}

/** Writes weights into the context.config.v1 of an agent, which keeps its other settings; fails if somebody else has changed it meanwhile. */
async function writeFeatures(shell: Shell, agent: string, features: FeatureWeights): Promise<FitReport['written']> {
  const existing = await findConfig(shell, agent);
  const before = existing?.context as ContextConfigV1 | undefined;
  const context = { ...before, consumer: agent, features: { ...before?.features, ...features } };
  const client = shell.client();
  const { id, version } = existing
    ? await client.change(existing.id, existing.version, { context })
    : await client.append({ schema_name: ContextConfig.name, context });
  return { id, version };
}

function requireEnough({ agent, turns }: LabelledTurns, since: string): LabelledTurn {
  const [newest] = turns;
  if (newest && turns.length >= LEAST_TURNS) return newest;
  const found = `${turns.length} answer${turns.length === 1 ? '' : 's'} of ${agent} since ${since}`;
  const rest = turns.length === 1 ? 'rests' : 'rest';
  throw new CliError(
    `${found} ${rest} on a text that a search found, and a fit needs ${LEAST_TURNS}: take a longer time with --since, or wait for more answers.`,
  );
}

const doesGain = ({ low }: MeasuredGain): boolean => low > 0;

async function fit(shell: Shell, { agent, since, write }: FitFlags): Promise<void> {
  const from = parseSince(since);
  const labelled = await readLabelledTurns(shell, agent === undefined ? { since: from } : { since: from, agent });
  const { turns } = labelled;
  const { features: start } = requireEnough(labelled, from);
  const progress = startProgress(shell, 'answers built again', turns.length);
  const folds = await checkFolds(shell, turns, { start, progress }).finally(() => progress.stop());
  const all = measureGain(folds.flat());
  const weights = doesGain(all) ? fitFeatures(turns, start) : start;
  const changes = listChangedWeights(start, weights);
  const gains = changes.length > 0;
  const written = write && gains ? await writeFeatures(shell, labelled.agent, weights) : undefined;
  const measured = {
    agent: labelled.agent,
    since: from,
    folds: folds.map(measureGain),
    all,
    changes,
    features: weights,
  };
  const report: FitReport = written ? { ...measured, written } : measured;
  shell.print(report, () => fitLines(report));
}

/** Adds `crumb evals fit`, which fits the weights of the ranking to what an agent's answers rested on. */
export function addFit(evals: Command, createShell: ShellFactory): void {
  const fitting = evals
    .command('fit')
    .description(
      'fit the weights of the ranking to what recorded answers rested on, and check them on answers that they were not fitted on',
    )
    .option('--agent <name>', 'the agent; needed where several have answered')
    .option('--since <time>', 'only answers since then: 30d, 12h, or a time', '30d')
    .option('--write', 'write the weights into the context.config.v1 of the agent if they gain');
  withCommonOptions(fitting).action((options: FitFlags) => fit(createShell(fitting), options));
}
