import type { Command } from 'commander';
import { CliError } from './cli-error';

const wordsOf = (command: Command): string =>
  command.parent ? `${wordsOf(command.parent)} ${command.name()}` : command.name();

/** The options that were given at `above`, and not at the command itself. */
function listGiven(command: Command, above: Command): readonly { readonly name: string; readonly flag: string }[] {
  return above.options
    .map((option) => ({ name: option.attributeName(), flag: option.long ?? option.flags }))
    .filter(({ name }) => above.getOptionValueSource(name) === 'cli' && command.getOptionValueSource(name) !== 'cli');
}

/**
 * Gives a command the options that stand before it, such as `crumb --profile work trails`. What follows the command wins. Throws CliError for an
 * option that the command does not have.
 */
export function adoptOptions(command: Command): void {
  for (let above = command.parent; above; above = above.parent) {
    for (const { name, flag } of listGiven(command, above)) {
      if (!command.options.some(({ long }) => long === flag))
        throw new CliError(`${wordsOf(command)} has no option ${flag}; see ${wordsOf(command)} --help.`, 2);
      command.setOptionValueWithSource(name, above.getOptionValue(name), 'cli');
    }
  }
}
