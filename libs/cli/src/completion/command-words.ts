import type { Command } from 'commander';

/** The words that may follow a command: its subcommands and options. */
export interface CommandWords {
  /** The command as typed, without `crumb`; empty for `crumb` itself. */
  readonly path: string;
  readonly words: readonly string[];
}

/** Lists every declared command with the words that may follow it. */
export function listCommandWords(command: Command, path: readonly string[] = []): CommandWords[] {
  const options = command.options.map(({ long, short }) => long ?? short ?? '').filter(Boolean);
  const words = [...command.commands.map((one) => one.name()), ...options, '--help'];
  const below = command.commands.flatMap((one) => listCommandWords(one, [...path, one.name()]));
  return [{ path: path.join(' '), words }, ...below];
}
