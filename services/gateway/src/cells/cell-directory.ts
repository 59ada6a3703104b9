import type { Identity } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';

/** The cell of the gateway's own NATS server. */
export const HOME_CELL = 'home';

/** A workspace, and the cell that it was in when this was read. Workspaces of two cells may have one name, such as `default`. */
export interface WorkspacePlace {
  readonly workspace: string;
  readonly cell: string;
}

/** Whose key it is, and the cell that knows it. */
export type LocatedIdentity = Identity & WorkspacePlace;

interface KnownKey {
  readonly located: LocatedIdentity;
  /** From then on the key is looked up again, on the clock of the directory. */
  readonly freshUntil: number;
}

const MAX_KEYS = 10_000;

/** How long an identity is cached for routing, in milliseconds. The store checks the rights of a key on every request. */
const IDENTITY_TTL_MS = 60_000;

const placeId = ({ cell, workspace }: WorkspacePlace): string => `${cell}/${workspace}`;

/**
 * Which cell a key and a workspace are in. A workspace moves as a whole: where one of its keys is found in another cell than before, all of
 * it is there.
 */
export class CellDirectory {
  private readonly keys = new LRUCache<string, KnownKey>({ max: MAX_KEYS });
  /** The cell that a workspace moved to, by the id of the place that it left. */
  private readonly moves = new Map<string, string>();

  constructor(
    /** Called after a workspace of this name was seen to move. */
    private readonly onMove: (workspace: string) => void,
    /** Milliseconds on a clock that does not go back. */
    private readonly now: () => number,
  ) {}

  /** Whose key it is, by the key's hash; undefined where it has to be looked up. */
  find(hash: string): LocatedIdentity | undefined {
    const known = this.keys.get(hash);
    return known && this.now() < known.freshUntil ? known.located : undefined;
  }

  /** A cell knows the key. */
  record(hash: string, located: LocatedIdentity): void {
    const before = this.keys.get(hash)?.located;
    // The workspace is there, whatever was seen to leave this place earlier.
    this.moves.delete(placeId(located));
    this.keys.set(hash, { located, freshUntil: this.now() + IDENTITY_TTL_MS });
    if (before && before.cell !== located.cell && before.workspace === located.workspace)
      this.recordMove(before, located.cell);
  }

  /** The key is looked up before its next request. Its last place stays known, so that a move is recognised. */
  expire(hash: string): void {
    const known = this.keys.peek(hash);
    if (known) this.keys.set(hash, { ...known, freshUntil: 0 });
  }

  /** No cell knows the key. */
  remove(hash: string): void {
    this.keys.delete(hash);
  }

  /** A workspace has moved: its keys are looked up again. */
  recordMove(from: WorkspacePlace, to: string): void {
    const { workspace } = from;
    this.moves.delete(placeId({ cell: to, workspace }));
    this.moves.set(placeId(from), to);
    for (const [hash, { located }] of [...this.keys.entries()])
      if (placeId(located) === placeId(from)) this.expire(hash);
    this.onMove(workspace);
  }

  /** The cell that a workspace is in now. */
  cellOf({ workspace, cell }: WorkspacePlace): string {
    let now = cell;
    // It ends: the newest move of a workspace leads to a place that no move leaves.
    for (
      let next: string | undefined = now;
      next !== undefined;
      next = this.moves.get(placeId({ workspace, cell: now }))
    )
      now = next;
    return now;
  }
}
