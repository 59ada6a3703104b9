import type { Participant } from '@crumbtrail/contracts';
import { CompiledSchemaCache } from '../schemas/compile-definition';
import type {
  BlobRecord,
  ClaimRecord,
  CrumbRecord,
  DerivedRecord,
  DecisionRecord,
  DueKind,
  DueRecord,
  EventRecord,
  ReplyRecord,
  TurnRecord,
  UndecidedRecord,
  VersionRecord,
} from './stored-rows';

type Undo = () => void;

/** Rows that a group of commands reads and changes: the loaded rows, overlaid by those set since. */
export class LedgerTable<Row> {
  private readonly changed = new Map<string, Row | null>();

  constructor(
    private readonly loaded: ReadonlyMap<string, Row>,
    private readonly undo: Undo[],
  ) {}

  get(key: string): Row | undefined {
    const row = this.changed.get(key);
    return row === undefined ? this.loaded.get(key) : (row ?? undefined);
  }

  /** Null removes. */
  set(key: string, row: Row | null): void {
    const had = this.changed.has(key);
    const old = this.changed.get(key) ?? null;
    this.undo.push(() => (had ? this.changed.set(key, old) : this.changed.delete(key)));
    this.changed.set(key, row);
  }

  get isClean(): boolean {
    return this.changed.size === 0;
  }

  /** Every row in its current state. */
  all(): Row[] {
    const keys = new Set([...this.loaded.keys(), ...this.changed.keys()]);
    return [...keys].map((key) => this.get(key)).filter((row) => row !== undefined);
  }

  /** The rows to write. */
  changes(): { readonly added: Row[]; readonly altered: Row[]; readonly removed: Row[] } {
    const added: Row[] = [];
    const altered: Row[] = [];
    const removed: Row[] = [];
    for (const [key, row] of this.changed) {
      const before = this.loaded.get(key);
      if (row !== null) (before === undefined ? added : altered).push(row);
      else if (before !== undefined) removed.push(before);
    }
    return { added, altered, removed };
  }
}

/** Rows read inside the group's transaction. Every map may hold more than is needed, never less. */
export interface LoadedState {
  /** The database's clock. */
  readonly now: string;
  readonly position: number;
  readonly crumbs: ReadonlyMap<string, CrumbRecord>;
  readonly versions: ReadonlyMap<string, VersionRecord>;
  readonly turns: ReadonlyMap<string, TurnRecord>;
  readonly claims: ReadonlyMap<string, ClaimRecord>;
  readonly decisions: ReadonlyMap<string, DecisionRecord>;
  readonly replies: ReadonlyMap<string, ReplyRecord>;
  /** Of timers and schedules that may have to fire. */
  readonly dues: ReadonlyMap<string, DueRecord>;
  /** Turns opened in the last minute, by workspace, lane and agent. */
  readonly opened: ReadonlyMap<string, number>;
  /** Crumbs that may quote one that is to be erased. */
  readonly derived: ReadonlyMap<string, readonly DerivedRecord[]>;
  /** What people said of answers that are to be erased: it is erased with them. */
  readonly feedback: ReadonlyMap<string, readonly CrumbRecord[]>;
  /** Schema definitions that are to be erased and that crumbs use. */
  readonly inUse: ReadonlySet<string>;
  /** Messages of the sessions concerned that await a decision, oldest first. */
  readonly undecided: readonly UndecidedRecord[];
  /** Who has spoken, by workspace and session; only of sessions whose `session.v1` is written or restricts who may speak. */
  readonly speakers: ReadonlyMap<string, readonly Participant[]>;
  /** Kinds of the participants who have an id that an audience names without a kind, by workspace, session and id. */
  readonly kinds: ReadonlyMap<string, readonly Participant['kind'][]>;
}

/** An empty state at a position and time. */
export function emptyState(now: string, position: number): LoadedState {
  const empty = new Map<string, never>();
  const tables = {
    crumbs: empty,
    versions: empty,
    turns: empty,
    claims: empty,
    decisions: empty,
    replies: empty,
    dues: empty,
  };
  const indexes = {
    opened: empty,
    derived: empty,
    feedback: empty,
    inUse: new Set<string>(),
    undecided: [],
    speakers: empty,
    kinds: empty,
  };
  return { now, position, ...tables, ...indexes };
}

/**
 * The state that one group of commands is decided on, and the rows that result. Each command is an attempt: what a refused
 * one had set is undone, so that it does not affect the others.
 */
export class Ledger {
  readonly now: string;
  readonly derived: LoadedState['derived'];
  readonly feedback: LoadedState['feedback'];
  readonly inUse: LoadedState['inUse'];
  readonly undecided: LoadedState['undecided'];
  readonly speakers: LoadedState['speakers'];
  readonly kinds: LoadedState['kinds'];
  private readonly undo: Undo[] = [];
  readonly crumbs: LedgerTable<CrumbRecord>;
  readonly versions: LedgerTable<VersionRecord>;
  readonly turns: LedgerTable<TurnRecord>;
  readonly claims: LedgerTable<ClaimRecord>;
  readonly decisions: LedgerTable<DecisionRecord>;
  readonly replies: LedgerTable<ReplyRecord>;
  readonly opened: LedgerTable<number>;
  readonly dues: LedgerTable<DueRecord>;
  readonly events: EventRecord[] = [];
  readonly blobs: BlobRecord[] = [];
  /** Crumbs whose content is deleted, in all versions. */
  readonly emptied: { readonly workspace: string; readonly id: string }[] = [];
  private readonly before: number;
  private head: number;
  private attempted: number;

  /** `schemas` are the compiled run-time schemas of the groups before; absent: nothing is remembered from them. */
  constructor(
    loaded: LoadedState,
    readonly schemas = new CompiledSchemaCache(),
  ) {
    const table = <Row>(rows: ReadonlyMap<string, Row>): LedgerTable<Row> => new LedgerTable(rows, this.undo);
    this.now = loaded.now;
    this.derived = loaded.derived;
    this.feedback = loaded.feedback;
    this.inUse = loaded.inUse;
    this.undecided = loaded.undecided;
    this.speakers = loaded.speakers;
    this.kinds = loaded.kinds;
    this.before = loaded.position;
    this.head = loaded.position;
    this.attempted = loaded.position;
    this.crumbs = table(loaded.crumbs);
    this.versions = table(loaded.versions);
    this.turns = table(loaded.turns);
    this.claims = table(loaded.claims);
    this.decisions = table(loaded.decisions);
    this.replies = table(loaded.replies);
    this.opened = table(loaded.opened);
    this.dues = table(loaded.dues);
  }

  /** True if there is nothing to write. */
  get isClean(): boolean {
    const tables = [this.claims, this.decisions, this.replies, this.turns, this.dues];
    return this.head === this.before && tables.every((table) => table.isClean);
  }

  /** The last position assigned. */
  get position(): number {
    return this.head;
  }

  /** The last position before the command that is being decided. */
  get attemptedFrom(): number {
    return this.attempted;
  }

  /** Assigns the next position of the log. */
  advance(): number {
    return ++this.head;
  }

  /** Sets when an entry is due; null for never. */
  setDue(kind: DueKind, at: { readonly workspace: string; readonly key: string }, due_at: string | null): void {
    this.dues.set(`${kind}/${at.workspace}/${at.key}`, { kind, workspace: at.workspace, key: at.key, due_at });
  }

  /** Runs one command and keeps all of its changes, or none when it throws. */
  attempt<Result>(work: () => Result): Result {
    const { head } = this;
    const lengths = [this.events.length, this.blobs.length, this.emptied.length] as const;
    this.undo.length = 0;
    this.attempted = head;
    try {
      return work();
    } catch (error) {
      for (const undo of this.undo.reverse()) undo();
      this.head = head;
      [this.events.length, this.blobs.length, this.emptied.length] = lengths;
      throw error;
    }
  }
}
