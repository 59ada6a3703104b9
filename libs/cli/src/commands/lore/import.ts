import { LoreEntry } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { checkRecords } from './check-records';
import { planImport, type ImportPlan } from './plan-import';
import { readImport, type ImportedRecord, type ImportNames, type ReadImport } from './read-import';
import { writeImport } from './write-import';

const countOf = (records: readonly ImportedRecord[]): string => {
  const entries = records.filter(({ schema_name }) => schema_name === LoreEntry.name).length;
  const others = records.filter(({ schema_name }) => schema_name !== LoreEntry.name).map(({ label }) => label);
  const counted = entries === 0 ? [] : [entries === 1 ? '1 entry' : `${entries} entries`];
  return records.length === 0 ? '' : ` (${[...others, ...counted].join(', ')})`;
};

function importLines({ greetings, warnings }: ReadImport, plan: ImportPlan): string[] {
  const { created, changed, unchanged, absent } = plan;
  return [
    `Created ${created.length}${countOf(created)}.`,
    `Changed ${changed.length}${countOf(changed.map(({ record }) => record))}.`,
    `Unchanged ${unchanged}.`,
    ...(absent.length > 0 ? [`Not in the file, and kept: ${absent.join(', ')}.`] : []),
    ...warnings.map((warning) => `Warning: ${warning}.`),
    ...greetings.flatMap((greeting, nth) => ['', nth === 0 ? 'Greeting:' : `Alternative greeting ${nth}:`, greeting]),
  ];
}

async function importFile(shell: Shell, file: string, names: ImportNames): Promise<void> {
  const read = readImport(file, names);
  checkRecords(read.records);
  const plan = await planImport(shell, read);
  await writeImport(shell, plan);
  const { book, agent, greetings, warnings } = read;
  const labels = (records: readonly ImportedRecord[]): string[] => records.map(({ label }) => label);
  const created = labels(plan.created);
  const changed = labels(plan.changed.map(({ record }) => record));
  const { unchanged, absent } = plan;
  shell.print({ book, agent, created, changed, unchanged, absent, greetings, warnings }, () => importLines(read, plan));
}

/** Adds `crumb lore import`, which creates what a file holds, or changes what differs. */
export function addImport(lore: Command, createShell: ShellFactory): void {
  const command = lore
    .command('import')
    .description('import a lorebook (JSON) or a character card (JSON, PNG) of SillyTavern; again: changes what differs')
    .argument('<file>')
    .option('--book <name>', 'name of the book (default: from the name of the file, or the agent of the card)')
    .option('--agent <id>', 'agent of the card (default: from its name); for a lorebook, the agent that uses it');
  withCommonOptions(command).action((file: string, names: ImportNames) =>
    importFile(createShell(command), file, names),
  );
}
