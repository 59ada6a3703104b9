import { createHash } from 'node:crypto';

/** The weight of a reader for a key: as good as random, and the same in every process. */
function weigh(reader: string, key: string): number {
  return createHash('sha256').update(`${reader} ${key}`).digest().readUInt32BE();
}

/**
 * The reader with the highest weight for the key (rendezvous hashing); null without readers. A key keeps its reader while that reader is there:
 * when another one comes or goes, only the keys that it takes or had change theirs.
 */
export function chooseReader(readers: readonly string[], key: string): string | null {
  let chosen: string | null = null;
  let highest = -1;
  for (const reader of readers) {
    const weight = weigh(reader, key);
    if (weight < highest || (weight === highest && chosen !== null && reader > chosen)) continue;
    [chosen, highest] = [reader, weight];
  }
  return chosen;
}
