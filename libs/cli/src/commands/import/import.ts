import { isApiError, type Crumbtrail } from '@crumbtrail/client';
import type { Draft } from '@crumbtrail/contracts';
import { type Command, Option } from 'commander';
import { stat } from 'node:fs/promises';
import { declareListed } from '../../listed-commands';
import type { ConversationPart } from '../../chat-exports/conversation';
import { FORMATS } from '../../chat-exports/formats';
import { readExport } from '../../chat-exports/read-export';
import { CliError } from '../../cli-error';
import { startProgress } from '../../progress';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { countOf, nothingRead, reportLines, type ImportReport } from './import-report';
import { nextStepLines } from './next-steps';
import { OpenConversations } from './open-conversations';
import { participantId } from './session-name';
import { Tally } from './tally';
import { DEFAULT_AGENT, toDrafts, toTitleDraft, type ImportedBy } from './to-drafts';
import { DraftWriter } from './write-drafts';

interface ImportOptions {
  readonly format?: string;
  readonly user: string;
  readonly agent?: string;
  readonly shared?: true;
  readonly dryRun?: true;
}

/** Problems that a report lists; of others it holds the number. */
const MOST_PROBLEMS = 20;

/** Throws CliError for an id that no participant may have. */
function requireId(option: string, id: string): void {
  const valid = participantId(id);
  if (valid === id) return;
  throw new CliError(
    `${option} must be an id of a-z, 0-9, dot, dash and underscore, such as ${valid} (got "${id}").`,
    2,
  );
}

/** Imports one file. */
class FileImport {
  private readonly conversations: OpenConversations;
  private readonly leftOut = new Tally();
  private readonly partsLeftOut = new Tally();
  private readonly changed = new Tally();
  private readonly problems: string[] = [];
  private readonly writer: DraftWriter;
  private readonly now = Date.now();
  private moreProblems = 0;
  private inFile = 0;
  private read = 0;
  private present = 0;
  private drafted = 0;
  private format = 'unknown';
  private readonly client: Crumbtrail;

  constructor(
    shell: Shell,
    private readonly path: string,
    private readonly options: ImportOptions,
  ) {
    const client = shell.client();
    this.client = client;
    this.writer = new DraftWriter(client, ({ session = '' }: Draft, problem) =>
      this.addProblem(`a message of ${session}: ${problem}`),
    );
    this.conversations = new OpenConversations(client, options.agent, () => this.writer.flush());
  }

  /** Whose the messages are. */
  private get by(): ImportedBy {
    const { user, agent, shared } = this.options;
    return { user, ...(agent === undefined ? {} : { agent }), shared: shared === true };
  }

  /** Breadcrumbs that are stored so far. */
  get stored(): number {
    return this.writer.stored;
  }

  /** How to read what was imported, and to ask about it; nothing where nothing is stored. */
  get nextSteps(): string[] {
    const { first } = this.conversations;
    const { dryRun, shared, user, agent } = this.options;
    if (first === undefined || dryRun === true || this.writer.stored + this.present === 0) return [];
    const [asked = agent ?? DEFAULT_AGENT] = first.agents;
    return nextStepLines({ session: first.session, user, agent: asked, shared: shared === true });
  }

  /** Reads and stores the whole file; what was read before an error stays stored. */
  async run(onRead: (bytes: number) => void): Promise<ImportReport> {
    const { format } = this.options;
    const file = { path: this.path, ...(format === undefined ? {} : { format }) };
    const progress = {
      read: onRead,
      foreignLine: (line: number) =>
        this.changed.add(['line that is not UTF-8 (read as Windows-1252)'], `line ${line}`),
    };
    for await (const read of readExport(file, progress)) {
      this.format = read.format;
      if ('problem' in read) this.addProblem(`${read.place}: ${read.problem}`);
      else await this.add(read.part, read.place);
    }
    await this.writer.flush();
    return this.report();
  }

  private addProblem(problem: string): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(problem);
    else this.moreProblems += 1;
  }

  private async add(part: ConversationPart, place: string): Promise<void> {
    const { dryRun } = this.options;
    this.inFile += part.messages.length + part.leftOut.length;
    this.leftOut.add(part.leftOut, place);
    this.partsLeftOut.add(part.partsLeftOut, place);
    const conversation = await this.conversations.find(this.format, part);
    if (part.messages.length === 0) return;
    const { drafts, present, leftOut, remarks } = toDrafts(part, conversation, { by: this.by, now: this.now });
    this.leftOut.add(leftOut, place);
    this.changed.add(remarks, place);
    this.read += part.messages.length - leftOut.length;
    this.present += present;
    this.drafted += drafts.length;
    if (dryRun === true) return;
    await this.writer.add(drafts);
    await this.addTitle(toTitleDraft(part, conversation, this.by));
  }

  /** Titles are no messages and no history: they are written as by a person who names the session now, and not counted. */
  private async addTitle(draft: Draft | undefined): Promise<void> {
    if (!draft) return;
    try {
      await this.client.append(draft);
    } catch (error) {
      if (!isApiError(error)) throw error;
      this.addProblem(`the title of ${String(draft.context['name'])}: ${error.message}`);
    }
  }

  private report(): ImportReport {
    const { path, format, inFile, read, present, leftOut, partsLeftOut, changed, options } = this;
    const isDry = options.dryRun === true;
    return {
      file: path,
      format,
      conversations: this.conversations.count,
      in_file: inFile,
      read,
      stored: isDry ? this.drafted : this.writer.stored,
      present,
      left_out: leftOut.counts,
      parts_left_out: partsLeftOut.counts,
      changed: changed.counts,
      places: { ...partsLeftOut.places, ...leftOut.places, ...changed.places },
      problems: this.problems,
      more_problems: this.moreProblems,
      dry_run: isDry,
    };
  }
}

/** What an import that was interrupted has done, and how to do the rest. */
const howToContinue = (stored: number): string =>
  stored === 0
    ? 'Nothing was imported. Run the command again to continue.'
    : `${countOf(stored, 'breadcrumb')} ${stored === 1 ? 'was' : 'were'} stored. Run the command again to add the rest.`;

async function importFile(shell: Shell, path: string, options: ImportOptions): Promise<void> {
  requireId('--user', options.user);
  if (options.agent !== undefined) requireId('--agent', options.agent);
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  const progress = startProgress(shell, 'kB read', Math.ceil(size / 1_000));
  const importing = new FileImport(shell, path, options);
  const report = await importing
    .run((bytes) => progress.update(Math.ceil(bytes / 1_000)))
    .catch((error: unknown) => {
      if (!(error instanceof CliError) && options.dryRun !== true) shell.printNote(howToContinue(importing.stored));
      throw error;
    })
    .finally(() => progress.stop());
  shell.print(report, () => [...reportLines(report), ...importing.nextSteps]);
  if (report.read === 0) throw new CliError(nothingRead(report));
  if (report.problems.length > 0) throw new CliError('');
}

/** Adds `crumb import`, which stores exported conversations as history. A second run adds only what is new. */
export function addImportChats(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'import')
    .argument('<file>', 'JSON, or JSON lines')
    .addOption(
      new Option('--format <name>', 'its format (default: recognised by the first object)').choices(
        Object.keys(FORMATS),
      ),
    )
    .option('--user <id>', 'the person in the conversations', 'user')
    .option('--agent <id>', 'the agent in the conversations (default: by its name in the export, else assistant)')
    .option(
      '--shared',
      'everybody in the workspace may read them (default: only that person and the agents that speak)',
    )
    .option('--dry-run', 'read the file and say what would be stored');
  withCommonOptions(command).action((file: string, options: ImportOptions) =>
    importFile(createShell(command), file, options),
  );
}
