import { LRUCache } from 'lru-cache';
import { keyOf, type EventRecord } from './stored-rows';

const MOST_CRUMBS = 10_000;

/** The session of a crumb; null: it has none, or it is not known. */
export type KnownSession = (workspace: string, id: string) => string | null;

/**
 * The sessions of the crumbs that this process has written lately. A crumb never changes its session. With it the writer asks for the rows of a session together
 * with those of a crumb in it; what it decides rests on the rows.
 */
export class RecentSessions {
  private readonly sessions: LRUCache<string, string>;

  constructor(max = MOST_CRUMBS) {
    this.sessions = new LRUCache({ max });
  }

  add(events: readonly EventRecord[]): void {
    for (const { workspace, id, session } of events)
      if (session !== null) this.sessions.set(keyOf(workspace, id), session);
  }

  readonly of: KnownSession = (workspace, id) => this.sessions.get(keyOf(workspace, id)) ?? null;
}
