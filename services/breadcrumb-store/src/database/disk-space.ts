import { statfsSync } from 'node:fs';
import { type CrumbError, refuse } from '@crumbtrail/contracts';

const MIB = 1024 ** 2;
const LOOK_EVERY_MS = 100;

/** What stays free of the disk that holds the embedded database, in bytes, unless an operator sets it. */
export const DEFAULT_RESERVE_BYTES = 64 * MIB;

/** How many bytes an unprivileged process may still write to the disk of a folder. */
function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Nest token of the {@link DiskSpace} of an embedded database; null on Postgres, whose disk is its operator's. */
export const DISK_SPACE = Symbol('DiskSpace');

/** The disk of an embedded database, and how much of it must stay free. */
export interface DiskSpaceOptions {
  /** A folder on that disk. */
  readonly folder: string;
  readonly reserveBytes: number;
  /** Called with the reason when writes begin to be refused, and with null when they are accepted again. */
  readonly onChange?: (why: string | null) => void;
  /** Default: the free bytes of the file system that holds the folder. */
  readonly readFree?: (folder: string) => number;
}

/**
 * Keeps the disk of an embedded database from running full. Neither PGlite nor nats-server survives that: PGlite stops answering, reads
 * included, and nats-server 2.9 stores nothing any more, even once there is space again. So writes are refused while they could still be
 * made, and with half of the reserve left, the work that follows from earlier writes pauses too. Both continue once there is space.
 */
export class DiskSpace {
  private free = { bytes: 0, at: -Infinity };
  private isRefusing = false;

  constructor(private readonly options: DiskSpaceOptions) {}

  /** The refusal of writes while less than the reserve is free; else null. */
  whyNoWrites(): CrumbError | null {
    const refusal = this.refuseBelow(this.options.reserveBytes);
    if (this.isRefusing !== (refusal !== null)) {
      this.isRefusing = refusal !== null;
      this.options.onChange?.(refusal?.message ?? null);
    }
    return refusal;
  }

  /** The refusal of everything else while less than half of the reserve is free; else null. */
  whyNoWork(): CrumbError | null {
    return this.refuseBelow(this.options.reserveBytes / 2);
  }

  /** Throws {@link whyNoWork}. */
  requireForWork(): void {
    const refusal = this.whyNoWork();
    if (refusal) throw refusal;
  }

  private refuseBelow(bytes: number): CrumbError | null {
    const free = this.freeBytes();
    if (free >= bytes) return null;
    const [left, needed] = [free, this.options.reserveBytes].map((one) => Math.floor(one / MIB));
    return refuse(
      'disk_full',
      `The disk of the server is full: ${left} MiB are free, and ${needed} MiB must stay free.`,
    );
  }

  private freeBytes(): number {
    const { folder, readFree = readFreeBytes } = this.options;
    const now = performance.now();
    if (now - this.free.at >= LOOK_EVERY_MS) this.free = { bytes: readFree(folder), at: now };
    return this.free.bytes;
  }
}
