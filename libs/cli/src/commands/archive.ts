import { resolve } from 'node:path';
import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { runStoreProgram } from '../run-store-program';
import { type Shell, type ShellFactory, withFormat } from '../shell';
import { parseSince } from '../since';

/** What was added to an archive, as far as it is printed. */
interface AddedFiles {
  readonly through: number;
  readonly files: readonly { readonly name: string; readonly events: number }[];
  readonly held_by: string | null;
}

/** An archive, as far as it is printed. */
interface ArchiveFacts {
  readonly log_id: string;
  readonly files: readonly { readonly through: number; readonly events: number }[];
}

const runArchive = <Reply>(shell: Shell, args: readonly string[]): Promise<Reply> =>
  runStoreProgram<Reply>(shell, { folder: 'archive', args });

const count = (events: number): string => `${events.toLocaleString('en')} ${events === 1 ? 'event' : 'events'}`;

/** A position stays as it is; a time may be an age. */
const toBefore = (text: string): string => (/^\d+$/.test(text) ? text : parseSince(text, Date.now(), '--before'));

async function add(shell: Shell, folder: string, before: string): Promise<void> {
  const added = await runArchive<AddedFiles>(shell, ['add', resolve(folder), toBefore(before)]);
  const { through, files, held_by: holder } = added;
  shell.print(added, () => [
    ...files.map(({ name, events }) => `${name}: ${count(events)}, read again and checked.`),
    files.length === 0
      ? `Nothing to add: ${folder} holds the log through ${through}.`
      : `${folder} holds the log through ${through}.`,
    ...(holder === null ? [] : [`It ends there because of ${holder}, which is not done with what comes next.`]),
  ]);
}

/** The last position and the number of events of an archive. */
function sumUp({ files }: ArchiveFacts): string {
  const events = files.reduce((sum, file) => sum + file.events, 0);
  return `${count(events)}, through position ${files.at(-1)?.through ?? 0}`;
}

async function verify(shell: Shell, folder: string): Promise<void> {
  const facts = await runArchive<ArchiveFacts>(shell, ['verify', resolve(folder)]);
  shell.print(facts, () => [`${folder} is complete: ${sumUp(facts)}, of the log ${facts.log_id}.`]);
}

async function restore(shell: Shell, folder: string): Promise<void> {
  const facts = await runArchive<ArchiveFacts>(shell, ['restore', resolve(folder)]);
  shell.print(facts, () => [`Restored ${sumUp(facts)}. Start Crumbtrail; compare \`crumb checksum\`.`]);
}

/** Adds `crumb archive`, which writes, verifies and restores archives of the log. */
export function addArchive(program: Command, createShell: ShellFactory): void {
  const archive = declareListed(program, 'archive');
  const adding = archive
    .command('add')
    .description('add what came before a time or a position to the archive in a folder')
    .argument('<folder>')
    .requiredOption('--before <time>', 'a position of the log, a time like 2026-01-31T00:00:00Z, or an age like 30d');
  withFormat(adding).action((folder: string, { before }: { before: string }) =>
    add(createShell(adding), folder, before),
  );
  const verifying = archive
    .command('verify')
    .description('read every file of an archive and compare it with its hash')
    .argument('<folder>');
  withFormat(verifying).action((folder: string) => verify(createShell(verifying), folder));
  const restoring = archive
    .command('restore')
    .description(
      'restore an archive into an empty database, or into the one that it was written from; no store may run',
    )
    .argument('<folder>');
  withFormat(restoring).action((folder: string) => restore(createShell(restoring), folder));
}
