import { errorMessage, type Logger } from '@crumbtrail/platform';
import type { Database } from '../database/database';
import type { LifeRule } from './life-rules';
import { Uses } from './uses';

/** How often what was noted is written, in milliseconds: a crash loses the notes of that time at most. */
const EVERY_MS = 5_000;
/** With so many notes they are written at once. */
const MOST_NOTES = 20_000;

/** A crumb that was used so many times since the last batch. */
interface NotedUse {
  readonly workspace: string;
  readonly id: string;
  readonly uses: number;
}

/** Uses of crumbs whose schema has no life by use are not kept, nor those of crumbs that are gone. */
const WRITE = {
  name: 'write-uses',
  text: `insert into crumb_use (workspace, id, used_at, uses)
    select c.workspace, c.id, date_trunc('milliseconds', clock_timestamp()), r.uses
    from jsonb_to_recordset($1::jsonb) as r (workspace text, id uuid, uses bigint)
    join crumb c on c.workspace = r.workspace and c.id = r.id and c.erased_at is null
    join use_since s on s.workspace = c.workspace and s.schema_name = c.schema_name
    on conflict (workspace, id) do update set used_at = greatest(crumb_use.used_at, excluded.used_at),
      uses = crumb_use.uses + excluded.uses`,
};

const BEGIN_COUNTING = `with rules as (select workspace, schema_name
      from jsonb_to_recordset($1::jsonb) as r (workspace text, schema_name text)),
    ended as (delete from use_since s where not exists (
      select 1 from rules r where r.workspace = s.workspace and r.schema_name = s.schema_name))
  insert into use_since (workspace, schema_name, since)
    select workspace, schema_name, date_trunc('milliseconds', clock_timestamp()) from rules on conflict do nothing`;

const keyOf = (workspace: string, id: string): string => `${workspace} ${id}`;

/** Whether a life depends on when its breadcrumbs were used. */
export const dependsOnUse = ({ life }: LifeRule): boolean => life.unused_seconds !== undefined;

/** Counts uses in memory, and writes them in batches: one statement every five seconds, and none where no life depends on uses. */
export class UseCounter extends Uses {
  private counted: ReadonlySet<string> = new Set();
  private known = '';
  private notes = new Map<string, NotedUse>();
  /** What is being written. */
  private leaving: ReadonlyMap<string, NotedUse> = new Map();
  private writing: Promise<void> | null = null;
  private timer: NodeJS.Timeout | undefined;
  private isFailing = false;

  constructor(
    private readonly database: Database,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {
    super();
  }

  /** The workspaces of which uses are counted. */
  get workspaces(): readonly string[] {
    return [...this.counted];
  }

  start(): void {
    this.timer = setInterval(() => void this.write(), EVERY_MS).unref();
  }

  /** Writes what is left. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.write();
  }

  /** Counts from now on what these lives depend on, and nothing else. */
  async count(rules: readonly LifeRule[]): Promise<void> {
    const wanted = rules.filter(dependsOnUse).map(({ workspace, life }) => ({ workspace, schema_name: life.schema }));
    const text = JSON.stringify(wanted);
    if (text === this.known) return;
    this.counted = new Set(wanted.map(({ workspace }) => workspace));
    await this.database.query(BEGIN_COUNTING, [text]);
    this.known = text;
  }

  override note(workspace: string, ids: readonly string[]): void {
    if (!this.counted.has(workspace)) return;
    for (const id of ids) {
      const key = keyOf(workspace, id);
      this.notes.set(key, { workspace, id, uses: (this.notes.get(key)?.uses ?? 0) + 1 });
    }
    if (this.notes.size >= MOST_NOTES) void this.write();
  }

  /** Whether a use of the breadcrumb is noted, and not known to be stored. */
  isNoted(workspace: string, id: string): boolean {
    const key = keyOf(workspace, id);
    return this.notes.has(key) || this.leaving.has(key);
  }

  /** Writes all notes. A batch that the database refuses is kept for the next time. */
  write(): Promise<void> {
    this.writing ??= this.writeNotes().finally(() => (this.writing = null));
    return this.writing;
  }

  private async writeNotes(): Promise<void> {
    if (this.notes.size === 0) return;
    this.leaving = this.notes;
    this.notes = new Map();
    try {
      // In one order, so that two processes never wait for each other.
      const rows = [...this.leaving.values()].sort((a, b) =>
        keyOf(a.workspace, a.id).localeCompare(keyOf(b.workspace, b.id)),
      );
      await this.database.query(WRITE, [JSON.stringify(rows)]);
      this.isFailing = false;
    } catch (error) {
      this.takeBack();
      if (!this.isFailing)
        this.logger.warn({ err: error }, `Uses could not be stored; trying again: ${errorMessage(error)}`);
      this.isFailing = true;
    }
    this.leaving = new Map();
  }

  private takeBack(): void {
    for (const [key, one] of this.leaving)
      this.notes.set(key, { ...one, uses: one.uses + (this.notes.get(key)?.uses ?? 0) });
  }
}
