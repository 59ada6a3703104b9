import type { StreamedEvent } from '@crumbtrail/client';
import type { EventKind } from '@crumbtrail/contracts';
import { type Command, Option } from 'commander';
import { declareListed } from '../listed-commands';
import { loadAuthorNames } from '../output/author-names';
import { eventLine } from '../output/event-line';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

interface TailOptions {
  readonly session?: string;
  readonly schema?: string[];
  readonly kind?: EventKind[];
  readonly from?: string;
  readonly until?: boolean;
  readonly tag?: string[];
  readonly author?: string;
  readonly agent?: string;
  readonly text?: string;
}

const KINDS: readonly EventKind[] = ['created', 'updated', 'erased', 'expired'];

/** Is the event one of what this agent does: its own breadcrumbs, and those of its turns by other services, such as contexts and results of tools? Without an agent every event is. */
function belongsToAgent({ author, crumb }: StreamedEvent, agent: string | undefined): boolean {
  if (agent === undefined) return true;
  return (author.kind === 'agent' && author.id === agent) || crumb?.context['agent'] === agent;
}

/** Filters that the gateway does not offer. They look at the breadcrumb, as far as the key can see it. */
function matchesFilters(event: StreamedEvent, { tag, author: who, agent, text }: TailOptions): boolean {
  const { author, crumb } = event;
  const authorMatches = who === undefined || author.id === who || `${author.kind}:${author.id}` === who;
  const tagMatches = tag === undefined || tag.some((one) => crumb?.tags.includes(one));
  const textMatches =
    text === undefined ||
    JSON.stringify(crumb?.context ?? '')
      .toLowerCase()
      .includes(text.toLowerCase());
  return belongsToAgent(event, agent) && authorMatches && tagMatches && textMatches;
}

async function tail(shell: Shell, options: TailOptions): Promise<void> {
  const { session, schema, kind, from, until } = options;
  const client = shell.client();
  let isConnected = false;
  const lost = (error: unknown): void => {
    if (!isConnected) throw error;
    isConnected = false;
    shell.printNote(`Lost the connection to ${client.gateway.url}; connecting again until Ctrl-C.`);
  };
  const events = client.events({
    session,
    schemas: schema,
    kinds: kind,
    cursor: from,
    signal: shell.interrupted,
    lost,
  });
  const nameOf = await loadAuthorNames(shell);
  for await (const item of events) {
    isConnected = true;
    if (item.type === 'event' && matchesFilters(item.event, options))
      shell.print({ ...item.event, cursor: item.cursor }, () => [eventLine(item.event, shell.width, nameOf)]);
    if (item.type === 'complete' && until) return;
  }
}

/** Adds `crumb tail`, which follows the log. */
export function addTail(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'tail')
    .option('-s, --session <session>', 'only this session')
    .option('--schema <schema...>', 'only these schemas')
    .addOption(new Option('--kind <kind...>', 'only these events').choices(KINDS))
    .option('--tag <tag...>', 'only events with one of these tags')
    .option('--author <author>', 'only events by this participant, such as rita or user:rita')
    .option('-a, --agent <agent>', 'only what this agent does: its turns, contexts, calls of tools and replies')
    .option('--text <text>', 'only events containing this text (case-insensitive)')
    .option('--from <cursor>', 'resume after this cursor; `start` for the beginning')
    .option('--until-now', 'exit after the current end of the log');
  withCommonOptions(command).action((options: TailOptions & { untilNow?: boolean }) =>
    tail(createShell(command), { ...options, ...(options.untilNow ? { until: true } : {}) }),
  );
}
