import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What the process uses now. The memory of array buffers is given back by the next collection after the one that finds them unused. */
export function measureBytes(): number {
  for (let nth = 0; nth < 3; nth += 1) collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
