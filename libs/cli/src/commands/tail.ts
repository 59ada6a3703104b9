import type { EventKind } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { eventLine } from '../draw/event-line';
import { type Shell, type ShellOf, withCommonOptions } from '../shell';
import { widthOf } from '../width';

interface TailOptions {
  readonly session?: string;
  readonly schema?: string[];
  readonly kind?: EventKind[];
  readonly from?: string;
  readonly until?: boolean;
}

async function tail(shell: Shell, { session, schema, kind, from, until }: TailOptions): Promise<void> {
  const events = shell
    .client()
    .events({ session, schemas: schema, kinds: kind, cursor: from, signal: shell.interrupted });
  for await (const item of events) {
    if (item.type === 'event')
      shell.show({ ...item.event, cursor: item.cursor }, () => [eventLine(item.event, widthOf(shell))]);
    if (item.type === 'complete' && until) return;
  }
}

/** `crumb tail`: follow the log. */
export function addTail(program: Command, shellOf: ShellOf): void {
  const command = program
    .command('tail')
    .description('follow the log until Ctrl-C')
    .option('-s, --session <session>', 'only this session')
    .option('--schema <schema...>', 'only these schemas')
    .option('--kind <kind...>', 'only created, updated, erased or expired')
    .option('--from <cursor>', 'go on after this cursor; `start` for the beginning')
    .option('--until-now', 'end when everything up to now was shown');
  withCommonOptions(command).action((options: TailOptions & { untilNow?: boolean }) =>
    tail(shellOf(command), { ...options, ...(options.untilNow ? { until: true } : {}) }),
  );
}
