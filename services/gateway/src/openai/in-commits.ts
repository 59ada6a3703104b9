import { MAX_BATCH_BYTES, type Write } from '@crumbtrail/contracts';

/** Splits writes into commits of at most 500, and well below the limit of a commit in bytes. */
export function inCommits(writes: readonly Write[]): Write[][] {
  const commits: Write[][] = [];
  let bytes = Infinity;
  for (const write of writes) {
    const size = Buffer.byteLength(JSON.stringify(write));
    const isFull = commits.at(-1)?.length === 500 || bytes + size > MAX_BATCH_BYTES / 2;
    if (isFull) commits.push([]);
    bytes = (isFull ? 0 : bytes) + size;
    commits.at(-1)?.push(write);
  }
  return commits;
}
