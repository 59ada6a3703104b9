import { createHash, type Hash } from 'node:crypto';

/** The version of the file format. A reader refuses others. */
export const BACKUP_FORMAT = 1;

/** A table of a backup: its rows hold the columns in this order. */
export interface BackedUpTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** The first line: what the file holds. */
export interface BackupHeader {
  readonly format: number;
  /** The version of Crumbtrail that wrote it. */
  readonly version: string;
  readonly created_at: string;
  readonly log_id: string;
  readonly epoch: number;
  /** The last position of its log. */
  readonly head: number;
  /** The names of all migrations that its database had, in the order in which they ran. */
  readonly migrations: readonly string[];
  /** In an order in which each refers only to those before it. */
  readonly tables: readonly BackedUpTable[];
  /** It is a file of an archive: of the log and of what follows from it, it holds what came after one position, through another. */
  readonly archive?: ArchivedRange;
}

/** The positions that a file of an archive holds. */
export interface ArchivedRange {
  readonly after: number;
  readonly through: number;
}

/** The last line: what came before it. */
export interface BackupEnd {
  /** How many rows each table has. */
  readonly rows: Readonly<Record<string, number>>;
  /** Of all bytes before this line, before compression. */
  readonly sha256: string;
}

/**
 * What a line of the file is. The first holds the header and the last the end. Between them are the name of a table and then its rows: each the
 * text of a JSON array with the text of every value, as Postgres writes it.
 */
export type BackupLine =
  | { readonly header: BackupHeader }
  | { readonly table: string }
  | { readonly row: string }
  | { readonly end: BackupEnd };

/** A file is no whole backup, or was changed. */
export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup';
  constructor(why: string) {
    super(`This is not a complete backup: ${why}. Nothing was changed; use another copy of the file.`);
  }
}

/** Counts rows and computes the hash of a backup, while it is written or read. */
export class BackupTally {
  private readonly hash: Hash = createHash('sha256');
  private readonly rows: Record<string, number> = {};
  private table = '';

  /** Takes in a line that is not the end, with its text without the line break. */
  add(line: BackupLine, text: string): void {
    this.hash.update(`${text}\n`);
    if ('row' in line) this.rows[this.table] = (this.rows[this.table] ?? 0) + 1;
    else if ('table' in line) this.begin(line.table);
  }

  end(): BackupEnd {
    return { rows: this.rows, sha256: this.hash.digest('hex') };
  }

  private begin(table: string): void {
    this.table = table;
    this.rows[table] = 0;
  }
}

/** The text of a line, without the line break. */
export const formatLine = (line: BackupLine): string => ('row' in line ? line.row : JSON.stringify(line));

/** Undoes {@link formatLine}. Throws {@link DamagedBackup}. */
export function parseLine(text: string): BackupLine {
  if (text.startsWith('[')) return { row: text };
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line === 'object' && line !== null) return line as BackupLine;
  } catch {
    // It is refused below, like JSON that is no object.
  }
  throw new DamagedBackup('a line is not what the format has');
}
