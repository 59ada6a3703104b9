import type { Shadow } from '@crumbtrail/client';
import type { ContextShadowV1, EvalCaseV1, Envelope } from '@crumbtrail/contracts';
import { summariseShadow } from '@crumbtrail/formatting';
import { type Command, InvalidArgumentError } from 'commander';
import { CliError } from '../../cli-error';
import { shadowLine, shadowLines } from '../../output/shadow';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { runCases } from './run-cases';
import { readRebuildFlags, type RebuildFlags, withRebuildSettings } from './rebuild-flags';

interface StartFlags extends Omit<RebuildFlags, 'asOf'> {
  readonly share?: number;
  readonly workSeconds?: number;
  readonly workShare?: number;
}

function parsePositive(text: string): number {
  const number = /^\d*\.?\d+$/.test(text) ? Number(text) : 0;
  if (number > 0) return number;
  throw new InvalidArgumentError('It must be a number above 0.');
}

async function requireShadow(shell: Shell, agent: string): Promise<Shadow> {
  const shadow = await shell.client().shadows.find(agent);
  if (shadow) return shadow;
  throw new CliError(
    `${agent} has no shadow that this key may read: start one with \`crumb context shadow start ${agent} --budget <tokens>\`, with the key of an operator.`,
  );
}

async function list(shell: Shell): Promise<void> {
  const shadows = await shell.client().shadows.list();
  shell.print({ shadows }, () =>
    shadows.length === 0 ? ['No shadows that this key may read.'] : shadows.map(shadowLine),
  );
}

async function show(shell: Shell, agent: string): Promise<void> {
  const shadow = await requireShadow(shell, agent);
  const builds = await shell.client().shadows.builds(shadow);
  shell.print({ shadow, report: summariseShadow(builds), builds }, () => shadowLines(shadow, builds));
}

async function start(shell: Shell, agent: string, flags: StartFlags): Promise<void> {
  const { budget, config } = await readRebuildFlags(shell, flags);
  if (budget === undefined && config === undefined)
    throw new CliError('Say what differs: --budget <tokens>, --config <file>, or both.', 2);
  const { share, workSeconds: work_seconds, workShare: work_share } = flags;
  const limits: NonNullable<ContextShadowV1['limits']> = {
    ...(work_seconds === undefined ? {} : { work_seconds }),
    ...(work_share === undefined ? {} : { work_share }),
  };
  await shell.client().shadows.start(agent, {
    config: { ...config, ...(budget ? { budget } : {}) },
    ...(share === undefined ? {} : { share }),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
  });
  const shadow = await requireShadow(shell, agent);
  shell.print(shadow, () => [shadowLine(shadow)]);
}

async function stop(shell: Shell, agent: string): Promise<void> {
  await shell.client().shadows.stop(await requireShadow(shell, agent));
  const shadow = await requireShadow(shell, agent);
  shell.print(shadow, () => [shadowLine(shadow)]);
}

/** The pinned cases of an agent that pass today and not with the shadow. */
async function findBroken(shell: Shell, { context }: Shadow): Promise<string[]> {
  const pinned = await shell.client().evals.cases();
  const ids = pinned.filter((one: Envelope<EvalCaseV1>) => one.context.agent === context.agent).map(({ id }) => id);
  if (ids.length === 0) return [];
  const today = await runCases(shell, ids, {});
  const config = context.config as NonNullable<Parameters<typeof runCases>[2]['config']>;
  const then = await runCases(shell, ids, { config });
  const passed = new Set(today.flatMap((one) => (one.outcome === 'passed' ? [one.case] : [])));
  return then.flatMap((one) => (one.outcome !== 'passed' && passed.has(one.case) ? [one.case] : []));
}

async function promote(shell: Shell, agent: string, { force }: { readonly force?: true }): Promise<void> {
  const shadow = await requireShadow(shell, agent);
  const broken = force ? [] : await findBroken(shell, shadow);
  if (broken.length > 0)
    throw new CliError(
      `Not promoted: ${broken.length} pinned case(s) that pass today would fail: ${broken.join(', ')}. See \`crumb evals run --config\`; --force promotes it all the same.`,
    );
  const receipt = await shell.client().shadows.promote(shadow);
  shell.print(receipt, () => [
    `The contexts of ${agent} are built as its shadow from the next turn on (${receipt.id}, version ${receipt.version}).`,
  ]);
}

/** Adds `crumb context shadow`, which builds a second configuration beside the answers of an agent. */
export function addShadow(context: Command, createShell: ShellFactory): void {
  const shadow = context
    .command('shadow')
    .description(
      'build a second configuration beside the answers of an agent, without a model; alone: list the shadows',
    );
  withCommonOptions(shadow).action(() => list(createShell(shadow)));
  const starting = shadow
    .command('start')
    .description('start a shadow of an agent, in place of the one that it has')
    .argument('<agent>')
    .option('--share <number>', 'the share of the answers that are built, up to 1; default 0.1', parsePositive)
    .option('--work-seconds <s>', 'it stops after so much work; default 600', parsePositive)
    .option(
      '--work-share <number>',
      'it stops when it takes more of the time of a process; default 0.2',
      parsePositive,
    );
  withCommonOptions(withRebuildSettings(starting)).action((agent: string, flags: StartFlags) =>
    start(createShell(starting), agent, flags),
  );
  const showing = shadow
    .command('show')
    .description('what a shadow does to the answers of its agent')
    .argument('<agent>');
  withCommonOptions(showing).action((agent: string) => show(createShell(showing), agent));
  const stopping = shadow.command('stop').description('stop a shadow; what it has built stays').argument('<agent>');
  withCommonOptions(stopping).action((agent: string) => stop(createShell(stopping), agent));
  const promoting = shadow
    .command('promote')
    .description(
      'write the settings of a shadow into the context.config.v1 of its agent, unless pinned cases would fail',
    )
    .argument('<agent>')
    .option('--force', 'also where pinned cases that pass today would fail');
  withCommonOptions(promoting).action((agent: string, flags: { force?: true }) =>
    promote(createShell(promoting), agent, flags),
  );
}
