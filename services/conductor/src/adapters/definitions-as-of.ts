import { LRUCache } from 'lru-cache';
import type { Definition } from '../decide';

/** The definitions as they were at `position`; null when none was written in (`since`, `position`]. */
export type FetchDefinitions = (position: number, since?: number) => Promise<readonly Definition[] | null>;

/** Definitions that stood unchanged from one position of the log through another. */
interface Standing {
  readonly from: number;
  readonly through: number;
  readonly definitions: readonly Definition[];
}

const MOST_WORKSPACES = 1000;

/**
 * Definitions as of any position, remembered per workspace for the stretch of the log in which they are known to have
 * stood. A position inside that stretch costs nothing, a later one asks only whether something changed, an earlier one
 * (a redelivery) is read afresh: what is remembered never answers for a position that it was not true at.
 */
export class DefinitionsAsOf {
  private readonly standing = new LRUCache<string, Standing>({ max: MOST_WORKSPACES });

  async at(workspace: string, position: number, fetch: FetchDefinitions): Promise<readonly Definition[]> {
    const known = this.standing.get(workspace);
    if (known && position >= known.from) return this.follow(workspace, known, { position, fetch });
    const definitions = (await fetch(position)) ?? [];
    if (!known) this.remember(workspace, { from: position, through: position, definitions });
    return definitions;
  }

  private async follow(
    workspace: string,
    known: Standing,
    { position, fetch }: { position: number; fetch: FetchDefinitions },
  ): Promise<readonly Definition[]> {
    if (position <= known.through) return known.definitions;
    const changed = await fetch(position, known.through);
    this.remember(
      workspace,
      changed ? { from: position, through: position, definitions: changed } : { ...known, through: position },
    );
    return changed ?? known.definitions;
  }

  /** The latest remembered, true of whatever position: a guess at what is worth fetching, never an answer. */
  guess(workspace: string): readonly Definition[] {
    return this.standing.get(workspace)?.definitions ?? [];
  }

  private remember(workspace: string, standing: Standing): void {
    const newest = this.standing.get(workspace);
    if (!newest || newest.through < standing.through) this.standing.set(workspace, standing);
  }
}
