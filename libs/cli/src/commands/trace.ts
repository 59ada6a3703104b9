import type { Command } from 'commander';
import { CliError } from '../cli-error';
import { type TrailLook, trailAs, withLook } from '../draw/trail-look';
import { type Shell, type ShellOf, withCommonOptions } from '../shell';
import { widthOf } from '../width';

async function latestIn(shell: Shell, session: string): Promise<string> {
  const { breadcrumbs } = await shell.client().list({ session, limit: 1 });
  const latest = breadcrumbs[0];
  if (latest) return latest.trail_id;
  throw new CliError(`Nothing was left in the session ${session} yet; say something with \`crumb send\`.`);
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
    .description('draw what led to what: schema, author, time since the root, tokens, duration, what failed')
    .argument('[id]', 'a trail, or any breadcrumb of it; the latest of the session when absent')
    .option('-s, --session <session>', 'the session to take the latest trail of', 'demo');
  withCommonOptions(withLook(command)).action((id: string | undefined, options: TraceOptions) =>
    trace(shellOf(command), id, options),
  );
}
