import type { Command } from 'commander';

/** An option of a command, such as `--session` and `-s`. */
export interface OptionWords {
  readonly long: string;
  readonly short?: string;
  readonly takesValue: boolean;
  /** The values that it may have. Default: any. */
  readonly choices?: readonly string[];
}

/** The words that may follow a command: its subcommands and options. */
export interface CommandWords {
  /** The command as typed, without `crumb`; empty for `crumb` itself. */
  readonly path: string;
  readonly subcommands: readonly string[];
  readonly options: readonly OptionWords[];
  /** What its argument is, of which `crumb complete` lists the values. Default: something else. */
  readonly values?: ValueKind;
}

/** What `crumb complete` lists. */
export type ValueKind = 'sessions' | 'agents' | 'ids';

/** Arguments by their names. */
const KINDS: Readonly<Record<string, ValueKind>> = {
  id: 'ids',
  ids: 'ids',
  trail: 'ids',
  turn: 'ids',
  a: 'ids',
  agent: 'agents',
  session: 'sessions',
};

const isHidden = (command: Command): boolean => (command as unknown as { readonly _hidden: boolean })._hidden;

const HELP: OptionWords = { long: '--help', short: '-h', takesValue: false };

function listOptions(command: Command): OptionWords[] {
  const declared = command.options.map(({ long, short, required, optional, argChoices }): OptionWords => {
    return {
      long: long ?? '',
      ...(short !== undefined && { short }),
      takesValue: required || optional,
      ...(argChoices !== undefined && { choices: argChoices }),
    };
  });
  return [...declared.filter(({ long }) => long !== ''), HELP];
}

/** Lists every declared command with the words that may follow it. */
export function listCommandWords(command: Command, path: readonly string[] = []): CommandWords[] {
  const visible = command.commands.filter((one) => !isHidden(one));
  const values = KINDS[command.registeredArguments[0]?.name() ?? ''];
  const below = visible.flatMap((one) => listCommandWords(one, [...path, one.name()]));
  const subcommands = visible.map((one) => one.name());
  const words = { path: path.join(' '), subcommands, options: listOptions(command) };
  return [{ ...words, ...(values !== undefined && { values }) }, ...below];
}
