import { isApiError, type Crumbtrail } from '@crumbtrail/client';
import type { Draft } from '@crumbtrail/contracts';
import type { ConversationPart } from '../chat-exports/conversation';
import type { ExportBytes } from '../chat-exports/export-file';
import { readExport } from '../chat-exports/read-export';
import type { ImportReport } from './import-report';
import { OpenConversations } from './open-conversations';
import { Tally } from './tally';
import { toDrafts, toTitleDraft, type ImportedBy, type ImportedConversation } from './to-drafts';
import { DraftWriter, type ImportedCrumb } from './write-drafts';

/** Whose the chats of a file are, and how the file is read. */
export interface ImportOptions extends ImportedBy {
  /** The name of its format; absent: that of its first object. */
  readonly format?: string;
  /** Reads the file and stores nothing. */
  readonly dryRun?: boolean;
}

/** Problems that a report lists; of others it holds the number. */
const MOST_PROBLEMS = 20;

/** Imports one file through the HTTP API. What was read before an error stays stored. */
export class ChatImport {
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

  constructor(
    private readonly client: Crumbtrail,
    private readonly file: ExportBytes,
    private readonly options: ImportOptions,
  ) {
    this.writer = new DraftWriter(client, ({ session = '' }: Draft, problem) =>
      this.addProblem(`a message of ${session}: ${problem}`),
    );
    this.conversations = new OpenConversations(client, options.agent, () => this.writer.flush());
  }

  /** Breadcrumbs that are stored so far. */
  get stored(): number {
    return this.writer.stored;
  }

  /** What was stored, so that it can be erased again. */
  get receipts(): readonly ImportedCrumb[] {
    return this.writer.receipts;
  }

  /** The first conversation of the file; undefined where nothing of it is stored. */
  get first(): ImportedConversation | undefined {
    const isStored = this.options.dryRun !== true && this.writer.stored + this.present > 0;
    return isStored ? this.conversations.first : undefined;
  }

  /** Reads and stores the whole file. `onRead` is told the bytes that are read so far. */
  async run(onRead: (bytes: number) => void): Promise<ImportReport> {
    const { format } = this.options;
    const file = { bytes: this.file, ...(format === undefined ? {} : { format }) };
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
    const { drafts, present, leftOut, remarks } = toDrafts(part, conversation, { by: this.options, now: this.now });
    this.leftOut.add(leftOut, place);
    this.changed.add(remarks, place);
    this.read += part.messages.length - leftOut.length;
    this.present += present;
    this.drafted += drafts.length;
    if (dryRun === true) return;
    await this.writer.add(drafts);
    await this.addTitle(toTitleDraft(part, conversation, this.options));
  }

  /** Titles are no messages and no history: they are written as by a person who names the session now, and not counted. */
  private async addTitle(draft: Draft | undefined): Promise<void> {
    if (!draft) return;
    try {
      const { id, version } = await this.client.append(draft);
      this.writer.receipts.push({ id, version });
    } catch (error) {
      if (!isApiError(error)) throw error;
      this.addProblem(`the title of ${String(draft.context['name'])}: ${error.message}`);
    }
  }

  private report(): ImportReport {
    const { file, format, inFile, read, present, leftOut, partsLeftOut, changed, options } = this;
    const isDry = options.dryRun === true;
    return {
      file: file.path,
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
