import {
  ChatImport,
  countOf,
  DEFAULT_AGENT,
  FORMATS,
  ExportRefused,
  type ImportOptions,
  nothingRead,
  participantId,
  reportLines,
} from '@crumbtrail/chat-imports';
import { type Command, Option } from 'commander';
import { CliError } from '../../cli-error';
import { declareListed } from '../../listed-commands';
import { startProgress } from '../../progress';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { exportsAt } from './file-bytes';
import { nextStepLines } from './next-steps';

interface CommandOptions {
  readonly format?: string;
  readonly user?: string;
  readonly agent?: string;
  readonly shared?: true;
  readonly dryRun?: true;
}

/** Throws CliError for an id that no participant may have. */
function requireId(option: string, id: string): void {
  const valid = participantId(id);
  if (valid === id) return;
  throw new CliError(
    `${option} must be an id of a-z, 0-9, dot, dash and underscore, such as ${valid} (got "${id}").`,
    2,
  );
}

/** What an import that was interrupted has done, and how to do the rest. */
const howToContinue = (stored: number): string =>
  stored === 0
    ? 'Nothing was imported. Run the command again to continue.'
    : `${countOf(stored, 'breadcrumb')} ${stored === 1 ? 'was' : 'were'} stored. Run the command again to add the rest.`;

const toImportOptions = (
  { agent, format, shared, dryRun }: CommandOptions,
  person: ImportOptions['person'],
): ImportOptions => ({
  person,
  shared: shared === true,
  ...(agent === undefined ? {} : { agent }),
  ...(format === undefined ? {} : { format }),
  ...(dryRun === undefined ? {} : { dryRun }),
});

/** The person in the conversations: the named one, else whoever the key is for, so that their own chats can be asked about. */
async function personOf(shell: Shell, { user }: CommandOptions): Promise<ImportOptions['person']> {
  if (user !== undefined) return { kind: 'user', id: user };
  const { kind, id } = (await shell.client().whoAmI()).participant;
  return { kind, id };
}

/** How to read what was imported, and to ask about it; nothing where nothing is stored. */
function stepsAfter(
  { first }: ChatImport,
  { user, agent, shared }: CommandOptions,
  person: ImportOptions['person'],
): string[] {
  if (!first) return [];
  const [asked = agent ?? DEFAULT_AGENT] = first.agents;
  const isOwn = user === undefined;
  return nextStepLines({ session: first.session, person, isOwn, agent: asked, shared: shared === true });
}

async function importFiles(shell: Shell, paths: readonly string[], options: CommandOptions): Promise<void> {
  if (options.user !== undefined) requireId('--user', options.user);
  if (options.agent !== undefined) requireId('--agent', options.agent);
  const files = (await Promise.all(paths.map(exportsAt))).flat();
  const person = await personOf(shell, options);
  const progress = startProgress(shell, '% read', 100);
  const importing = new ChatImport(shell.client(), files, toImportOptions(options, person));
  const report = await importing
    .run((part) => progress.update(Math.ceil(100 * part)))
    .catch((error: unknown) => {
      if (error instanceof ExportRefused) throw new CliError(error.message);
      if (options.dryRun !== true) shell.printNote(howToContinue(importing.stored));
      throw error;
    })
    .finally(() => progress.stop());
  shell.print(report, () => [...reportLines(report), ...stepsAfter(importing, options, person)]);
  if (report.read === 0) throw new CliError(nothingRead(report));
  if (report.problems.length > 0) throw new CliError('');
}

/** Adds `crumb import`, which stores exported conversations as history. A second run adds only what is new. */
export function addImportChats(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'import')
    .argument('<file...>', 'JSON, JSON lines, the ZIP archive of an export, or a folder with them')
    .addOption(
      new Option('--format <name>', 'its format (default: recognised by the first object)').choices(
        Object.keys(FORMATS),
      ),
    )
    .option('--user <id>', 'the person in the conversations (default: whoever the key is for)')
    .option('--agent <id>', 'the agent in the conversations (default: by its name in the export, else assistant)')
    .option(
      '--shared',
      'everybody in the workspace may read them (default: only that person and the agents that speak)',
    )
    .option('--dry-run', 'read the file and say what would be stored');
  withCommonOptions(command).action((files: string[], options: CommandOptions) =>
    importFiles(createShell(command), files, options),
  );
}
