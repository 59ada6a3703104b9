import type { Command } from 'commander';
import { CliError } from '../cli-error';
import { type TrailLook, trailAs, withLook } from '../draw/trail-look';
import { type Shell, type ShellOf, withCommonOptions } from '../shell';
import { widthOf } from '../width';

async function latestIn(shell: Shell, session: string): Promise<string> {
  const { breadcrumbs } = await shell.client().list({ session, limit: 1 });
  const latest = breadcrumbs[0];
  if (latest) return latest.trail_id;
  throw new CliError(`No events in session ${session} yet. Send a message with \`crumb send\`.`);
}

interface TraceOptions extends TrailLook {
  readonly session: string;
}

async function trace(shell: Shell, id: string | undefined, { session, ...look }: TraceOptions): Promise<void> {
  const trail = await shell.client().trail(id ?? (await latestIn(shell, session)));
  shell.show(trail, () => trailAs(look)(trail, widthOf(shell)));
}

/** `crumb trace`: what led to what. */
export function addTrace(program: Command, shellOf: ShellOf): void {
  const command = program
    .command('trace')
    .description('show a trail as a tree: schema, author, time, tokens, duration, errors')
    .argument('[id]', 'trail or breadcrumb ID (default: the latest trail of the session)')
    .option('-s, --session <session>', 'session whose latest trail to show', 'demo');
  withCommonOptions(withLook(command)).action((id: string | undefined, options: TraceOptions) =>
    trace(shellOf(command), id, options),
  );
}
