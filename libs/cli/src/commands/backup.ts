import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { declareListed } from '../listed-commands';
import { runStoreProgram } from '../run-store-program';
import { type Shell, type ShellFactory, withFormat } from '../shell';

/** What a backup file says about itself, as far as it is printed. */
interface BackupFacts {
  readonly version: string;
  readonly created_at: string;
  readonly head: number;
}

const STANDARD = '-';

const pathOf = (file: string): string => (file === STANDARD ? file : resolve(file));

async function backup(shell: Shell, file: string): Promise<void> {
  const facts = await runStoreProgram<BackupFacts | null>(shell, { folder: 'backup', args: ['backup', pathOf(file)] });
  if (facts)
    shell.print(facts, () => [`Backed up to ${file}: the log ends at ${facts.head}. It is complete and was checked.`]);
}

async function restore(shell: Shell, file: string, force = false): Promise<void> {
  const args = ['restore', pathOf(file), ...(force ? ['--force'] : [])];
  const facts = await runStoreProgram<BackupFacts | null>(shell, { folder: 'backup', args });
  if (!facts) return;
  const { head, created_at, version } = facts;
  shell.print(facts, () => [
    `Restored what version ${version} backed up at ${created_at}: the log ends at ${head}, in a new epoch. Start Crumbtrail.`,
  ]);
}

/** Adds `crumb backup`, which copies the whole database. */
export function addBackup(program: Command, createShell: ShellFactory): void {
  const backingUp = declareListed(program, 'backup').argument('<file>');
  withFormat(backingUp).action((file: string) => backup(createShell(backingUp), file));
}

/** Adds `crumb restore`, which reads such a copy back. */
export function addRestore(program: Command, createShell: ShellFactory): void {
  const restoring = declareListed(program, 'restore')
    .argument('<file>')
    .addOption(new Option('--force', 'replace everything that the database holds'));
  withFormat(restoring).action((file: string, { force }: { force?: boolean }) =>
    restore(createShell(restoring), file, force),
  );
}
