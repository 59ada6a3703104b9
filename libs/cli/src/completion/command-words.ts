import type { Command } from 'commander';

/** The words that may follow a command: its subcommands and options. */
export interface CommandWords {
  /** The command as typed, without `crumb`; empty for `crumb` itself. */
  readonly path: string;
  readonly words: readonly string[];
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

/** Lists every declared command with the words that may follow it. */
export function listCommandWords(command: Command, path: readonly string[] = []): CommandWords[] {
  const options = command.options.map(({ long, short }) => long ?? short ?? '').filter(Boolean);
  const visible = command.commands.filter((one) => !isHidden(one));
  const values = KINDS[command.registeredArguments[0]?.name() ?? ''];
  const words = [...visible.map((one) => one.name()), ...options, '--help'];
  const below = visible.flatMap((one) => listCommandWords(one, [...path, one.name()]));
  return [{ path: path.join(' '), words, ...(values !== undefined && { values }) }, ...below];
}
