import type { Command } from 'commander';
import { join } from 'node:path';
import { checkout } from '../config';
import { EXAMPLES } from './examples';

const GUIDES = join(checkout, 'docs/guides');

/** Adds the examples of each command to its help, and where the guides are. */
export function addExamples(command: Command, path: readonly string[] = []): void {
  const examples = EXAMPLES[path.join(' ')] ?? [];
  const lines = examples.length === 0 ? [] : ['Examples:', ...examples.map((example) => `  ${example}`), ''];
  command.addHelpText('after', ['', ...lines, `Guides: ${GUIDES}`].join('\n'));
  for (const one of command.commands) addExamples(one, [...path, one.name()]);
}
