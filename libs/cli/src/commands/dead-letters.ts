import { type DeadLetterView, type DiscardedLetter, isApiError, type ReplayedLetter } from '@crumbtrail/client';
import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { CliError } from '../cli-error';
import { letterLines } from '../output/dead-letter';
import { startProgress } from '../progress';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { nameColumn } from '../output/listing';

/** The largest page the gateway returns. */
const MAX_LETTERS = 500;

async function list(shell: Shell): Promise<void> {
  const letters = await shell.client().deadLetters();
  const rows = letters.map(({ id, created_at, context, replayed, discarded }) => {
    const { durable, event, deliveries, error } = context;
    return [
      { id },
      { time: created_at },
      durable,
      event.schema_name ?? '',
      event.id === undefined ? String(event.position) : { id: event.id },
      String(deliveries),
      replayed ? 'replayed' : discarded ? 'discarded' : '',
      error.message,
    ];
  });
  const columns = [
    'dead letter',
    'time',
    nameColumn('consumer'),
    { heading: 'schema', optional: true },
    { heading: 'breadcrumb', optional: true },
    { heading: 'attempts', optional: true },
    'state',
    'error',
  ] as const;
  shell.printListing(
    { dead_letters: letters },
    { columns, rows, empty: 'No dead letters: every event was processed.' },
  );
}

async function show(shell: Shell, id: string): Promise<void> {
  const letters = await shell.client().deadLetters({ limit: MAX_LETTERS });
  const letter = letters.find((one) => one.id === id);
  if (!letter) throw new CliError(`Dead letter ${id} not found among the latest ${MAX_LETTERS}.`);
  shell.print(letter, () => letterLines(letter));
}

/** The result of replaying one dead letter. */
interface ReplayAttempt {
  readonly letter: string;
  readonly replay?: ReplayedLetter;
  readonly refused?: string;
}

async function replayOne(shell: Shell, letter: string): Promise<ReplayAttempt> {
  try {
    return { letter, replay: await shell.client().replayDeadLetter(letter) };
  } catch (error) {
    if (isApiError(error)) return { letter, refused: error.message };
    throw error;
  }
}

const attemptLine = ({ letter, replay, refused }: ReplayAttempt): string => {
  if (!replay) return `${letter}: ${refused ?? ''}`;
  return `${letter}: ${replay.existed ? 'already replayed' : 'replayed'} (generation ${replay.generation})`;
};

const isReplayable = ({ replayed, discarded, context }: DeadLetterView): boolean =>
  !replayed && !discarded && context.event.id !== undefined;

async function listReplayable(shell: Shell): Promise<string[]> {
  const letters = await shell.client().deadLetters({ limit: MAX_LETTERS });
  // The gateway lists the newest first; replay in the order in which they failed.
  return letters
    .filter(isReplayable)
    .map(({ id }) => id)
    .reverse();
}

async function replay(shell: Shell, ids: readonly string[], options: { all?: true }): Promise<void> {
  if ((ids.length === 0) === (options.all === undefined))
    throw new CliError(
      'Give the IDs of the dead letters to replay, or --all for those neither replayed nor discarded.',
      2,
    );
  const letters = options.all ? await listReplayable(shell) : ids;
  const progress = startProgress(shell, 'dead letters replayed', letters.length);
  const outcomes: ReplayAttempt[] = [];
  for (const letter of letters) progress.update(outcomes.push(await replayOne(shell, letter)));
  progress.stop();
  shell.print({ replayed: outcomes }, () =>
    outcomes.length === 0 ? ['Nothing to replay.'] : outcomes.map(attemptLine),
  );
  if (outcomes.some(({ refused }) => refused !== undefined)) throw new CliError('');
}

async function discard(shell: Shell, ids: readonly string[], options: { reason?: string }): Promise<void> {
  const discarded: (DiscardedLetter & { readonly letter: string })[] = [];
  for (const letter of ids) discarded.push({ letter, ...(await shell.client().discardDeadLetter(letter, options)) });
  shell.print({ discarded }, () =>
    discarded.map(({ letter, existed }) => `${letter}: ${existed ? 'already discarded' : 'discarded'}`),
  );
}

/** Adds `crumb dead-letters`, which lists, shows, replays and discards dead letters. */
export function addDeadLetters(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'dead-letters');
  withCommonOptions(command).action(() => list(createShell(command)));
  const listing = command.command('list').description('list the latest 100, newest first');
  withCommonOptions(listing).action(() => list(createShell(listing)));
  const showing = command
    .command('show')
    .description('show the details of a dead letter')
    .argument('<id>', 'dead letter ID');
  withCommonOptions(showing).action((id: string) => show(createShell(showing), id));
  const replaying = command
    .command('replay')
    .description('send the event to the service again; another failure makes a new dead letter')
    .argument('[ids...]', 'dead letter IDs')
    .option('--all', 'replay all that were neither replayed nor discarded');
  withCommonOptions(replaying).action((ids: string[], options: { all?: true }) =>
    replay(createShell(replaying), ids, options),
  );
  const discarding = command
    .command('discard')
    .description('decide that the event is not processed again; the letter stays and can still be replayed')
    .argument('<ids...>', 'dead letter IDs')
    .option('--reason <text>', 'why it is not processed again');
  withCommonOptions(discarding).action((ids: string[], options: { reason?: string }) =>
    discard(createShell(discarding), ids, options),
  );
}
