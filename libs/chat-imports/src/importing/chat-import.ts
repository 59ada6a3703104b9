import { isApiError, type Crumbtrail } from '@crumbtrail/client';
import type { Draft } from '@crumbtrail/contracts';
import type { ConversationPart } from '../chat-exports/conversation';
import type { ExportBytes } from '../chat-exports/export-file';
import { listExports } from '../chat-exports/archive';
import { readExport } from '../chat-exports/read-export';
import { ExportRefused } from '../export-refused';
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

/** Imports files, and those in archives, through the HTTP API. What was read before an error stays stored. */
export class ChatImport {
  private readonly conversations: OpenConversations;
  private readonly leftOut = new Tally();
  private readonly partsLeftOut = new Tally();
  private readonly changed = new Tally();
  private readonly problems: string[] = [];
  private readonly others: string[] = [];
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
    private readonly given: readonly ExportBytes[],
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

  /** Reads and stores all files. `onRead` is told the part of them that is read so far, 0 to 1. */
  async run(onRead: (part: number) => void): Promise<ImportReport> {
    const listed = await Promise.all(this.given.map(listExports));
    const files = listed.flatMap((one) => one.files);
    this.others.push(...listed.flatMap((one) => one.others));
    const total = Math.max(
      1,
      files.reduce((sum, { size }) => sum + size, 0),
    );
    let before = 0;
    for (const bytes of files) {
      await this.importFile(bytes, files.length > 1, (read) => onRead((before + read) / total));
      before += bytes.size;
    }
    await this.writer.flush();
    return this.report(files.length);
  }

  /** Imports one file. Of several, one that holds no conversations does not hold up the others. */
  private async importFile(bytes: ExportBytes, isOneOf: boolean, onRead: (bytes: number) => void): Promise<void> {
    const { format } = this.options;
    const placeOf = (place: string): string => (isOneOf ? `file ${bytes.name}` : place);
    const progress = {
      read: onRead,
      foreignLine: (line: number) =>
        this.changed.add(['line that is not UTF-8 (read as Windows-1252)'], placeOf(`line ${line}`)),
    };
    try {
      for await (const read of readExport({ bytes, ...(format === undefined ? {} : { format }) }, progress)) {
        this.format = read.format;
        if ('problem' in read) this.addProblem(`${isOneOf ? `${bytes.name}, ` : ''}${read.place}: ${read.problem}`);
        else await this.add(read.part, placeOf(read.place));
      }
    } catch (error) {
      if (!isOneOf || !(error instanceof ExportRefused)) throw error;
      this.addProblem(error.message.replace(/\.$/, ''));
    }
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

  private report(files: number): ImportReport {
    const { given, format, inFile, read, present, leftOut, partsLeftOut, changed, options } = this;
    const isDry = options.dryRun === true;
    return {
      file: given.map(({ path }) => path).join(', '),
      files,
      other_files: this.others,
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
