import type { CalibrationReply } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import type { LearnedCalibration } from '../ports';

/** Remembers calibrations by workspace and model. They change slowly, so one may be 20 seconds old. */
export class Calibrations {
  private readonly known: LRUCache<string, CalibrationReply>;

  /** @param max calibrations remembered; default 1,000 */
  constructor(max = 1_000) {
    this.known = new LRUCache({ max, ttl: 20_000, allowStale: true, noDeleteOnStaleGet: true });
  }

  /** The calibration under this key. Loads it where it is too old, in the background if the build has no spare queries. */
  async get(key: string, spareQueries: number, load: () => Promise<CalibrationReply>): Promise<LearnedCalibration> {
    const learned = this.known.get(key) ?? null;
    if (this.known.getRemainingTTL(key) > 0) return { learned, queries: 0 };
    const loading = this.load(key, load);
    if (spareQueries > 0) return { learned: await loading, queries: 1 };
    // A failure in the background does not concern this build, and the next one loads again.
    loading.catch(() => learned);
    return { learned, queries: 0 };
  }

  private async load(key: string, load: () => Promise<CalibrationReply>): Promise<CalibrationReply> {
    const reply = await load();
    this.known.set(key, reply);
    return reply;
  }
}
