import { Uses, type NotedUses } from './uses';

/** The most ids of one report. */
const MOST_IDS = 5_000;

/** What a reader of the store notes: it writes nothing, and reports to the writer. */
export class ReportedUses extends Uses {
  private counted: ReadonlySet<string> = new Set();
  private notes = new Map<string, Set<string>>();

  /** Notes uses of these workspaces only. */
  countIn(workspaces: readonly string[]): void {
    this.counted = new Set(workspaces);
  }

  override note(workspace: string, ids: readonly string[]): void {
    if (!this.counted.has(workspace)) return;
    const noted = this.notes.get(workspace) ?? new Set<string>();
    for (const id of ids) noted.add(id);
    this.notes.set(workspace, noted);
  }

  /** Takes what was noted since the last report; of one workspace at most some thousand breadcrumbs, and the rest with the next. */
  take(): NotedUses[] {
    const notes = this.notes;
    this.notes = new Map();
    return [...notes].map(([workspace, noted]) => {
      const ids = [...noted];
      if (ids.length > MOST_IDS) this.notes.set(workspace, new Set(ids.slice(MOST_IDS)));
      return { workspace, ids: ids.slice(0, MOST_IDS) };
    });
  }

  /** Takes back a report that the writer has not got. */
  giveBack(uses: readonly NotedUses[]): void {
    for (const { workspace, ids } of uses) this.note(workspace, ids);
  }
}
