import type { EventRecord } from './stored-rows';

/** Beyond this many workspaces and schemas all are dropped, and the database is asked again. */
const MAX_ENTRIES = 50_000;

const keyOf = (workspace: string, schema?: string): string =>
  schema === undefined ? workspace : `${workspace} ${schema}`;

/** Which crumbs a reader holds a copy of, and since when. */
export interface KnownState {
  readonly workspace: string;
  /** Default: crumbs of every schema. */
  readonly schema?: string;
  /** The position of the reader's copy. */
  readonly since: number;
}

/**
 * The position at which each schema of a workspace last changed, in the part of the log that this process wrote. With it a reader
 * learns without SQL that its copy is still current. What is written stays written, so an answer is true as of its position even
 * if another process has become the writer since.
 */
export class RecentChanges {
  private from: number | null = null;
  private through = 0;
  private readonly last = new Map<string, number>();

  constructor(private readonly maxEntries = MAX_ENTRIES) {}

  /** Takes the events of a commit, one for each position up to the head. */
  add(head: number, events: readonly EventRecord[]): void {
    this.from ??= head - events.length;
    this.through = head;
    for (const { workspace, schema_name, position } of events) {
      this.last.set(keyOf(workspace), position);
      this.last.set(keyOf(workspace, schema_name), position);
    }
    if (this.last.size <= this.maxEntries) return;
    this.last.clear();
    this.from = head;
  }

  /** Another process has written up to the head: nothing is known of what came before. */
  restart(head: number): void {
    this.last.clear();
    this.from = head;
    this.through = head;
  }

  /** The position through which nothing has changed; null: something has, or this process did not write all of the log since then. */
  unchangedThrough({ workspace, schema, since }: KnownState): number | null {
    if (this.from === null || since < this.from) return null;
    const last = this.last.get(keyOf(workspace, schema)) ?? 0;
    return last > since ? null : this.through;
  }
}
