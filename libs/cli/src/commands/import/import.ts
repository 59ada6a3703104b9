import type { Crumbtrail } from '@crumbtrail/client';
import type { Draft } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { stat } from 'node:fs/promises';
import type { ConversationPart } from '../../chat-exports/conversation';
import { FORMATS } from '../../chat-exports/formats';
import { readExport } from '../../chat-exports/read-export';
import { CliError } from '../../cli-error';
import { startProgress } from '../../progress';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { reportLines, type ImportReport } from './import-report';
import { participantId, sessionName } from './session-name';
import { toDrafts, type ImportedConversation, type StoredMessage } from './to-drafts';
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
const PAGE = 500;

/** What earlier imports have stored of a session, by tag. */
async function loadStored(client: Crumbtrail, session: string): Promise<ReadonlyMap<string, StoredMessage>> {
  const stored = new Map<string, StoredMessage>();
  for await (const { tags, author, audience } of client.all({ session, limit: PAGE }))
    for (const tag of tags) stored.set(tag, { author, shared: audience === 'all' });
  return stored;
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

const count = (counts: Record<string, number>, kinds: readonly string[]): void => {
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
};

/** Imports one file. */
class FileImport {
  private readonly client: Crumbtrail;
  private readonly conversations = new Map<string, ImportedConversation>();
  private readonly leftOut: Record<string, number> = {};
  private readonly changed: Record<string, number> = {};
  private readonly problems: string[] = [];
  private readonly writer: DraftWriter;
  private readonly now = Date.now();
  private present = 0;
  private drafted = 0;
  private format = 'unknown';

  constructor(
    shell: Shell,
    private readonly path: string,
    private readonly options: ImportOptions,
  ) {
    this.client = shell.client();
    this.writer = new DraftWriter(this.client, ({ session = '' }: Draft, problem) =>
      this.problems.push(`a message of ${session}: ${problem}`),
    );
  }

  /** Reads and stores the whole file; what was read before an error stays stored. */
  async run(onRead: (bytes: number) => void): Promise<ImportReport> {
    const { format } = this.options;
    for await (const read of readExport(
      { path: this.path, ...(format === undefined ? {} : { format }) },
      { read: onRead },
    )) {
      this.format = read.format;
      if ('problem' in read) this.problems.push(`number ${read.nth} in the file: ${read.problem}`);
      else await this.add(read.part);
    }
    await this.writer.flush();
    return this.report();
  }

  private async add(part: ConversationPart): Promise<void> {
    const { user, agent, shared, dryRun } = this.options;
    const conversation = await this.conversationOf(part.conversation);
    const by = { user, ...(agent === undefined ? {} : { agent }), shared: shared === true };
    const { drafts, present, remarks } = toDrafts(part, conversation, { by, now: this.now });
    count(this.leftOut, part.leftOut);
    count(this.changed, remarks);
    this.present += present;
    this.drafted += drafts.length;
    if (dryRun !== true) await this.writer.add(drafts);
  }

  private async conversationOf(id: string): Promise<ImportedConversation> {
    const known = this.conversations.get(id);
    if (known) return known;
    const session = sessionName(this.format, id);
    const stored = await loadStored(this.client, session);
    const agents = new Set(this.options.agent === undefined ? [] : [this.options.agent]);
    const conversation = { id, session, stored, added: new Set<string>(), agents, latest: 0 };
    this.conversations.set(id, conversation);
    return conversation;
  }

  private report(): ImportReport {
    const { path, format, present, changed, problems, options } = this;
    const isDry = options.dryRun === true;
    return {
      file: path,
      format,
      conversations: this.conversations.size,
      stored: isDry ? this.drafted : this.writer.stored,
      present,
      left_out: this.leftOut,
      changed,
      problems: problems.slice(0, MOST_PROBLEMS),
      more_problems: Math.max(0, problems.length - MOST_PROBLEMS),
      dry_run: isDry,
    };
  }
}

async function importFile(shell: Shell, path: string, options: ImportOptions): Promise<void> {
  requireId('--user', options.user);
  if (options.agent !== undefined) requireId('--agent', options.agent);
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  const progress = startProgress(shell, 'kB read', Math.ceil(size / 1_000));
  const report = await new FileImport(shell, path, options)
    .run((bytes) => progress.update(Math.ceil(bytes / 1_000)))
    .finally(() => progress.stop());
  shell.print(report, () => reportLines(report));
  if (report.problems.length > 0) throw new CliError('');
}

/** Adds `crumb import`, which stores exported conversations as history. A second run adds only what is new. */
export function addImportChats(program: Command, createShell: ShellFactory): void {
  const command = program
    .command('import')
    .description('import conversations that other programs have exported, as history that wakes no agent')
    .argument('<file>', 'JSON, or JSON lines')
    .option('--format <name>', `${Object.keys(FORMATS).join(', ')} (default: recognised by the first object)`)
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
