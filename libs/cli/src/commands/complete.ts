import type { Command } from 'commander';
import type { ValueKind } from '../completion/command-words';
import { shortenIds } from '../output/short-id';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

const MOST = 100;
/** A name with other characters could mean something to the shell that completes it. */
const PLAIN = /^[A-Za-z0-9._-]+$/;

const LISTS: Readonly<Record<ValueKind, (shell: Shell) => Promise<readonly string[]>>> = {
  agents: async (shell) => (await shell.client().agents()).map(({ agent }) => agent),
  sessions: async (shell) => (await shell.client().sessions({ limit: MOST })).sessions.map(({ name }) => name),
  ids: async (shell) => {
    const ids = (await shell.client().trails({ limit: MOST })).trails.map(({ trail_id }) => trail_id);
    return ids.map(shortenIds(ids));
  },
};

/** Adds `crumb complete`, which the completion scripts of shells call; it is not in the help. */
export function addComplete(program: Command, createShell: ShellFactory): void {
  const command = program.command('complete', { hidden: true }).argument('<kind>', Object.keys(LISTS).join(', '));
  withCommonOptions(command).action(async (kind: string) => {
    const list = Object.hasOwn(LISTS, kind) ? LISTS[kind as ValueKind] : undefined;
    const shell = createShell(command);
    shell.printLines(((await list?.(shell)) ?? []).filter((value) => PLAIN.test(value)));
  });
}
