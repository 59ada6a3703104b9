import type { Operation } from '@crumbtrail/contracts';
import { chooseReader } from './choose-reader';

/** A reader that has not announced itself for this long is gone, milliseconds. It announces itself four times as often. */
const GONE_AFTER_MS = 2_000;
const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** A request and its workspace. */
export interface RoutedRequest {
  readonly operation: Operation;
  readonly workspace: string;
  readonly request: unknown;
}

/** The readers of the store that have announced themselves, and which of them answers a request. */
export class KnownReaders {
  /** When each reader announced itself last, by its name. */
  private readonly announced = new Map<string, number>();
  private turn = 0;

  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** A reader has announced itself. Names that no reader has are ignored. */
  add(reader: unknown): void {
    if (typeof reader === 'string' && NAME.test(reader)) this.announced.set(reader, this.clock());
  }

  /** A reader has not answered: it gets no requests until it announces itself again. */
  remove(reader: string): void {
    this.announced.delete(reader);
  }

  /**
   * The reader that answers a request: for one of a session always the same while the readers stay the same, for others each reader in turn.
   * Null where only the writer answers it, or where no reader has announced itself.
   */
  choose({ operation: { replica }, workspace, request }: RoutedRequest): string | null {
    if (replica === null || this.announced.size === 0) return null;
    const readers = this.list();
    const session = replica.session?.(request);
    if (session !== undefined) return chooseReader(readers, `${workspace} ${session}`);
    this.turn += 1;
    return readers[this.turn % readers.length] ?? null;
  }

  private list(): string[] {
    const since = this.clock() - GONE_AFTER_MS;
    for (const [reader, at] of this.announced) if (at < since) this.announced.delete(reader);
    return [...this.announced.keys()].sort();
  }
}
