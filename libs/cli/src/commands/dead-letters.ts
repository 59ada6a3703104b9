import type { DeadLetterV1 } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { table } from '../draw/table';
import { type Shell, type ShellOf, withCommonOptions } from '../shell';

async function deadLetters(shell: Shell): Promise<void> {
  const letters = await shell.client().deadLetters();
  const rows = letters.map(({ created_at, context }) => {
    const { durable, event, deliveries, error } = context as unknown as DeadLetterV1;
    return [
      created_at,
      durable,
      event.schema_name ?? '',
      event.id ?? String(event.position),
      String(deliveries),
      error.message,
    ];
  });
  const headings = ['when', 'durable', 'schema', 'breadcrumb', 'tries', 'why'];
  shell.show({ dead_letters: letters }, () =>
    table(headings, rows, 'There is no dead letter: everything was handled.'),
  );
}

/** `crumb dead-letters`: what a station could not handle. */
export function addDeadLetters(program: Command, shellOf: ShellOf): void {
  const command = program.command('dead-letters').description('what a station could not handle, after its retries');
  withCommonOptions(command).action(() => deadLetters(shellOf(command)));
}
