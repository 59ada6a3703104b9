import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { CliError } from '../cli-error';
import { loadAuthorNames } from '../output/author-names';
import { type TrailViewOptions, selectTrailView, withTrailViewOptions } from '../output/trail-view';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

async function latestTrailId(shell: Shell, session: string): Promise<string> {
  const { breadcrumbs } = await shell.client().list({ session, limit: 1 });
  const latest = breadcrumbs[0];
  if (latest) return latest.trail_id;
  throw new CliError(`No events in session ${session} yet. Send a message with \`crumb send\`.`);
}

interface TraceOptions extends TrailViewOptions {
  readonly session: string;
}

async function trace(shell: Shell, id: string | undefined, { session, ...view }: TraceOptions): Promise<void> {
  const trail = await shell.client().trail(id ?? (await latestTrailId(shell, session)));
  const nameOf = await loadAuthorNames(shell);
  shell.print(trail, () => selectTrailView(view)(trail, shell.width, nameOf));
}

/** Adds `crumb trace`, which shows a trail as a tree or on a time axis. */
export function addTrace(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'trace')
    .argument('[id]', 'trail or breadcrumb ID (default: the latest trail of the session)')
    .option('-s, --session <session>', 'session whose latest trail to show', 'demo');
  withCommonOptions(withTrailViewOptions(command)).action((id: string | undefined, options: TraceOptions) =>
    trace(createShell(command), id, options),
  );
}
