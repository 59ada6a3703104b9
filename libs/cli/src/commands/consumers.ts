import type { StatusReply } from '@crumbtrail/contracts';
import { formatDuration } from '@crumbtrail/formatting';
import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

function consumerLine({ name, floor, waiting, oldest_pending_ms }: StatusReply['durables'][number]): string {
  const behind =
    oldest_pending_ms === undefined
      ? 'nothing waits'
      : `the oldest event waits for ${formatDuration(oldest_pending_ms)}`;
  return `${name}: processed through ${floor}; ${behind}${waiting > 0 ? '' : '; nobody asks for events'}`;
}

async function show(shell: Shell): Promise<void> {
  const { durables } = await shell.client().status();
  shell.print(durables, () => durables.map(consumerLine));
}

async function remove(shell: Shell, name: string): Promise<void> {
  const removed = await shell.client().removeConsumer(name);
  shell.print(removed, () => [`Removed the consumer ${name}, which had processed the log through ${removed.floor}.`]);
}

/** Adds `crumb consumers`, by which services receive events, and `remove` for a service that is gone for good. */
export function addConsumers(program: Command, createShell: ShellFactory): void {
  const consumers = declareListed(program, 'consumers');
  withCommonOptions(consumers).action(() => show(createShell(consumers)));
  const removing = consumers
    .command('remove')
    .description('remove the consumer of a service that is gone for good, which holds back retention and archives')
    .argument('<name>', 'as `crumb doctor` and `crumb consumers` name it');
  withCommonOptions(removing).action((name: string) => remove(createShell(removing), name));
}
