import type { Command } from 'commander';
import type { ValueKind } from '../completion/command-words';
import { shortenIds } from '../output/short-id';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { toOneLine, truncateText } from '../terminal';

const MOST = 100;
/** How many of the latest trails are offered; those that begin with no text, such as the definition of a tool, are not. */
const MOST_TRAILS = 20;
const MOST_WORDS = 60;
/** A name with other characters could mean something to the shell that completes it. */
const PLAIN = /^[A-Za-z0-9._-]+$/;

/** A value that a shell offers, and a few words about it. */
interface OfferedValue {
  readonly value: string;
  readonly words?: string | undefined;
}

type ListValues = (shell: Shell) => Promise<readonly OfferedValue[]>;

const LISTS: Readonly<Record<ValueKind, ListValues>> = {
  agents: async (shell) => (await shell.client().agents()).map(({ agent }) => ({ value: agent })),
  sessions: async (shell) => {
    const { sessions } = await shell.client().sessions({ limit: MOST });
    return sessions.map(({ name, title }) => ({ value: name, words: title }));
  },
  ids: async (shell) => {
    const { trails } = await shell.client().trails({ limit: MOST });
    const shorten = shortenIds(trails.map(({ trail_id }) => trail_id));
    return trails
      .filter(({ first }) => first.text !== undefined)
      .slice(0, MOST_TRAILS)
      .map(({ trail_id, first }) => ({ value: shorten(trail_id), words: first.text }));
  },
};

/** With words, after a tab: those are what shells show beside the value. */
const offerLine = ({ value, words = '' }: OfferedValue, isDescribed: boolean): string =>
  isDescribed && words !== '' ? `${value}\t${truncateText(toOneLine(words), MOST_WORDS)}` : value;

/** Adds `crumb complete`, which the completion scripts of shells call; it is not in the help. */
export function addComplete(program: Command, createShell: ShellFactory): void {
  const command = program
    .command('complete', { hidden: true })
    .argument('<kind>', Object.keys(LISTS).join(', '))
    .option('--describe', 'a tab and a few words after each');
  withCommonOptions(command).action(async (kind: string, { describe }: { readonly describe?: true }) => {
    const list = Object.hasOwn(LISTS, kind) ? LISTS[kind as ValueKind] : undefined;
    const shell = createShell(command);
    const isDescribed = describe === true;
    const offered = (await list?.(shell)) ?? [];
    const lines = offered.filter(({ value }) => PLAIN.test(value)).map((one) => offerLine(one, isDescribed));
    for (const line of lines) shell.printLine(line);
  });
}
