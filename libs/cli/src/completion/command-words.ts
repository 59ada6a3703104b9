import type { Command } from 'commander';

/** What may follow a command: its subcommands and its options. */
export interface CommandWords {
  /** As it is typed, without `crumb`; empty for the command itself. */
  readonly path: string;
  readonly words: readonly string[];
}

/** All commands with what may follow each, from the commands as they are declared. */
export function listCommandWords(command: Command, path: readonly string[] = []): CommandWords[] {
  const options = command.options.map(({ long, short }) => long ?? short ?? '').filter(Boolean);
  const words = [...command.commands.map((one) => one.name()), ...options, '--help'];
  const below = command.commands.flatMap((one) => listCommandWords(one, [...path, one.name()]));
  return [{ path: path.join(' '), words }, ...below];
}
