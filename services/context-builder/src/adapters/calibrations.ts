import type { CalibrationReply } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import type { LearnedCalibration } from '../ports';

/** What bills taught, by workspace and model. Learning is slow, so an answer may be some seconds old. */
export class Calibrations {
  private readonly known = new LRUCache<string, CalibrationReply>({
    ...{ max: 1_000, ttl: 20_000 },
    ...{ allowStale: true, noDeleteOnStaleGet: true },
  });

  /** What is known of a model; asks when that is old, beside the build when it has no room for a query. */
  async of(key: string, room: number, ask: () => Promise<CalibrationReply>): Promise<LearnedCalibration> {
    const learned = this.known.get(key) ?? null;
    if (this.known.getRemainingTTL(key) > 0) return { learned, queries: 0 };
    const asked = this.askedFor(key, ask);
    if (room > 0) return { learned: await asked, queries: 1 };
    // Nothing that goes wrong beside a build concerns it, and the next one asks again.
    asked.catch(() => learned);
    return { learned, queries: 0 };
  }

  private async askedFor(key: string, ask: () => Promise<CalibrationReply>): Promise<CalibrationReply> {
    const reply = await ask();
    this.known.set(key, reply);
    return reply;
  }
}
