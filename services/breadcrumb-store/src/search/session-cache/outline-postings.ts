import { grow } from '../rank/grow';

const FIRST_STEMS = 256;
const FIRST_OCCURRENCES = 4_096;
/** Occurrences from one whose chunk is kept to the next; the chunks of those between are found from there. */
const STEP = 32;

/**
 * Where each stem occurs in an outline, newest first: each occurrence knows the one before it of the same stem, so occurrences are only
 * ever appended, and older states of an outline skip those after their end.
 */
export class OutlinePostings {
  /** For each stem its last occurrence plus 1; 0 for none. */
  private last = new Int32Array(FIRST_STEMS);
  /** For each occurrence the one before it plus 1; 0 for none. */
  private before = new Int32Array(FIRST_OCCURRENCES);
  /** The chunk of every {@link STEP}th occurrence. */
  private owners = new Int32Array(FIRST_OCCURRENCES / STEP);

  get bytes(): number {
    return this.last.byteLength + this.before.byteLength + this.owners.byteLength;
  }

  /** Appends the next occurrence. */
  append(occurrence: number, stem: number, chunk: number): void {
    this.last = grow(this.last, stem + 1);
    this.before = grow(this.before, occurrence + 1);
    this.before[occurrence] = this.last[stem] as number;
    this.last[stem] = occurrence + 1;
    if (occurrence % STEP !== 0) return;
    this.owners = grow(this.owners, occurrence / STEP + 1);
    this.owners[occurrence / STEP] = chunk;
  }

  /** The last occurrence of a stem; -1 if there is none. */
  lastOf(stem: number): number {
    return (this.last[stem] ?? 0) - 1;
  }

  /** The occurrence of the same stem before this one; -1 if there is none. */
  previousOf(occurrence: number): number {
    return (this.before[occurrence] as number) - 1;
  }

  /** The chunk of an occurrence, or one shortly before it. */
  chunkNear(occurrence: number): number {
    return this.owners[Math.floor(occurrence / STEP)] as number;
  }
}
