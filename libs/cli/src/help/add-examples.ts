import type { Command, Option } from 'commander';
import { join } from 'node:path';
import { checkout } from '../config';
import { EXAMPLES } from './examples';

const GUIDES = join(checkout, 'docs/guides');

/** Takes the options that every command has out of the help of one, and names them in one line; options of its own that are called so stay. */
function foldGlobalOptions(command: Command, program: Command): string[] {
  const isGlobal = ({ long, description }: Option): boolean =>
    program.options.some((one) => one.long === long && one.description === description);
  const folded = command.options.filter(isGlobal);
  for (const option of folded) option.hideHelp();
  const names = folded.map(({ short, long }) => short ?? long);
  return names.length === 0 ? [] : [`Global options (crumb --help): ${names.join(', ')}`, ''];
}

/** Adds the examples of each command to its help, where the guides are, and which options it shares with all others. */
export function addExamples(command: Command, path: readonly string[] = [], program: Command = command): void {
  const shared = command === program ? [] : foldGlobalOptions(command, program);
  const examples = EXAMPLES[path.join(' ')] ?? [];
  const lines = examples.length === 0 ? [] : ['Examples:', ...examples.map((example) => `  ${example}`), ''];
  command.addHelpText('after', ['', ...shared, ...lines, `Guides: ${GUIDES}`].join('\n'));
  for (const one of command.commands) addExamples(one, [...path, one.name()], program);
}
