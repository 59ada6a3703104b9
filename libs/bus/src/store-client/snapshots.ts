import type { Contract, Crumb } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import type { CrumbStore } from './crumb-store';

/** The crumbs as they were at `position`; null when none was written in (`since`, `position`]. */
export type FetchSnapshot<One> = (position: number, since?: number) => Promise<readonly One[] | null>;

/** A snapshot that is valid from one position of the log through another. */
interface SnapshotRange<One> {
  readonly from: number;
  readonly through: number;
  readonly crumbs: readonly One[];
}

const MOST_WORKSPACES = 1000;
const PAGE = 200;

/**
 * Crumbs of one kind as of any position, cached per workspace with the range of positions for which they are known to be valid. A
 * position inside that range costs nothing. A later one only asks whether something changed. An earlier one (a redelivery) is read again:
 * the cache never answers for a position at which it was not valid.
 */
export class SnapshotCache<One> {
  private readonly ranges = new LRUCache<string, SnapshotRange<One>>({ max: MOST_WORKSPACES });

  async at(workspace: string, position: number, fetch: FetchSnapshot<One>): Promise<readonly One[]> {
    const known = this.ranges.get(workspace);
    if (known && position >= known.from) return this.follow(workspace, known, { position, fetch });
    const crumbs = (await fetch(position)) ?? [];
    if (!known) this.remember(workspace, { from: position, through: position, crumbs });
    return crumbs;
  }

  private async follow(
    workspace: string,
    known: SnapshotRange<One>,
    { position, fetch }: { position: number; fetch: FetchSnapshot<One> },
  ): Promise<readonly One[]> {
    if (position <= known.through) return known.crumbs;
    const changed = await fetch(position, known.through);
    this.remember(
      workspace,
      changed ? { from: position, through: position, crumbs: changed } : { ...known, through: position },
    );
    return changed ?? known.crumbs;
  }

  /** The latest cached snapshot, regardless of position: use it to guess what is worth fetching, never as an answer. */
  latest(workspace: string): readonly One[] {
    return this.ranges.get(workspace)?.crumbs ?? [];
  }

  private remember(workspace: string, stretch: SnapshotRange<One>): void {
    const newest = this.ranges.get(workspace);
    if (!newest || newest.through < stretch.through) this.ranges.set(workspace, stretch);
  }
}

/** A cache of all crumbs of one contract as of a position, read from the store: for example agent or tool definitions. */
export class CrumbSnapshots<C extends Contract> {
  private readonly cache = new SnapshotCache<Crumb<C>>();

  constructor(
    private readonly store: CrumbStore,
    private readonly contract: C,
  ) {}

  /** Sends a request to the store when the position is later than any before; `traceparent` is the trace of that request. */
  at(workspace: string, position: number, traceparent?: string): Promise<readonly Crumb<C>[]> {
    return this.cache.at(workspace, position, (at, since) => this.list({ workspace, traceparent }, at, since));
  }

  /** The latest cached snapshot: use it to guess what is worth fetching, never as an answer. */
  latest(workspace: string): readonly Crumb<C>[] {
    return this.cache.latest(workspace);
  }

  private async list(
    { workspace, traceparent }: { readonly workspace: string; readonly traceparent: string | undefined },
    position: number,
    since?: number,
  ): Promise<readonly Crumb<C>[] | null> {
    const store = this.store.in(workspace, { traceparent });
    const first = { schema: this.contract.name, as_of: position, min_position: position, limit: PAGE };
    let page = await store.list({ ...first, if_changed_since: since });
    if (page.unchanged) return null;
    const crumbs = [...page.crumbs];
    while (page.next_cursor !== undefined) {
      page = await store.list({ ...first, cursor: page.next_cursor });
      crumbs.push(...page.crumbs);
    }
    // The store listed crumbs of this contract only, and validated each payload when it was written.
    return crumbs as Crumb<C>[];
  }
}
