import { AgentDef, LoreEntry } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { checkRecords } from './check-records';
import { planImport, type ImportPlan } from './plan-import';
import { readImport, type ImportedRecord, type ImportNames, type ReadImport } from './read-import';
import { writeGreeting } from './write-greeting';
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

/** What became of the greeting, in a line; undefined where no session is named. */
async function greet(
  shell: Shell,
  { agent, greetings, records }: ReadImport,
  session?: string,
): Promise<string | undefined> {
  const [text] = greetings;
  if (session === undefined) return undefined;
  if (agent === null || text === undefined) return 'The file holds no greeting.';
  const definition = records.find(({ schema_name }) => schema_name === AgentDef.name)?.context;
  const isWritten = await writeGreeting(shell, { session, agent, name: String(definition?.['name'] ?? agent), text });
  return isWritten
    ? `The greeting begins the session ${session}.`
    : `The session ${session} has replies already: the greeting was not written.`;
}

interface ImportOptions extends ImportNames {
  readonly session?: string;
}

async function importFile(shell: Shell, file: string, { session, ...names }: ImportOptions): Promise<void> {
  const read = readImport(file, names);
  checkRecords(read.records);
  const plan = await planImport(shell, read, names.agent !== undefined);
  await writeImport(shell, plan);
  const greeted = await greet(shell, read, session);
  const { book, agent, greetings, warnings } = read;
  const labels = (records: readonly ImportedRecord[]): string[] => records.map(({ label }) => label);
  const created = labels(plan.created);
  const changed = labels(plan.changed.map(({ record }) => record));
  const { unchanged, absent } = plan;
  shell.print({ book, agent, created, changed, unchanged, absent, greetings, warnings }, () => [
    ...importLines(read, plan),
    ...(greeted === undefined ? [] : ['', greeted]),
  ]);
}

/** Adds `crumb lore import`, which creates what a file holds, or changes what differs. */
export function addImport(lore: Command, createShell: ShellFactory): void {
  const command = lore
    .command('import')
    .description(
      'import a lorebook (JSON) or a character card (JSON, PNG, CHARX) of SillyTavern; again: changes what differs',
    )
    .argument('<file>')
    .option('--book <name>', 'name of the book (default: from the name of the file, or the agent of the card)')
    .option('--agent <id>', 'agent of the card (default: from its name); for a lorebook, the agent that uses it')
    .option('--session <name>', "session that the card's first greeting begins, unless it has replies already");
  withCommonOptions(command).action((file: string, names: ImportOptions) =>
    importFile(createShell(command), file, names),
  );
}
