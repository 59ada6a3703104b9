import { LRUCache } from 'lru-cache';
import type { Bus } from '@crumbtrail/bus';
import { ReadLogHead, type LogHeadReply } from '@crumbtrail/contracts';
import { SharedRuns } from '../event-loop/shared-runs';
import { HOME } from '../identity/workspaces';

/** A writer that does not reply for this long is away, milliseconds: then the sender of the request asks it itself. */
const WITHIN_MS = 1_000;
/** Keys whose requests share a question to the writer. */
const MOST_KEYS = 10_000;

/** Asks the writer where the log ends, and whose key a request came with. */
export class WriterHead {
  private readonly runs = new LRUCache<string, SharedRuns<LogHeadReply>>({ max: MOST_KEYS });

  constructor(private readonly bus: Pick<Bus, 'request'>) {}

  /** The reply to a question that is sent now or later, so that it counts everything that was committed before. Rejects as the writer does. */
  read(key?: string): Promise<LogHeadReply> {
    const known = this.runs.get(key ?? '');
    const runs = known ?? new SharedRuns(() => this.bus.request(ReadLogHead, HOME, {}, { key, timeoutMs: WITHIN_MS }));
    if (!known) this.runs.set(key ?? '', runs);
    return runs.run();
  }

  /** Tells the writer that a request waits for its index. */
  awaitText(position: number): void {
    this.bus.request(ReadLogHead, HOME, { awaited_text: position }, { timeoutMs: WITHIN_MS }).catch(() => undefined);
  }
}
