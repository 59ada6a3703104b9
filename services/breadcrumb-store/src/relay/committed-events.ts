import type { EventRecord } from '../ledger/stored-rows';

/** How many events are kept: the relay is seldom further behind than some groups of writes. */
const MOST_EVENTS = 1_024;
/** Kinds of event that change what is stored of earlier ones. */
const CHANGES_EARLIER: ReadonlySet<string> = new Set(['erased', 'expired']);

/**
 * The newest events of the log as this process has committed them, so that publishing them need not read them again. It holds a range of
 * positions without gaps; what it does not hold stands in the database.
 */
export class CommittedEvents {
  private events: EventRecord[] = [];

  /** Adds the events of one commit, in order of position. */
  add(events: readonly EventRecord[]): void {
    const [first] = events;
    if (!first) return;
    const isNext = this.events.at(-1)?.position === first.position - 1;
    if (events.some(({ kind }) => CHANGES_EARLIER.has(kind))) this.events = [];
    else this.events = [...(isNext ? this.events : []), ...events].slice(-MOST_EVENTS);
  }

  /** The events in (after, through], in order, at most `limit`; null where the next one after `after` is not held. */
  read(after: number, through: number, limit: number): readonly EventRecord[] | null {
    const [first] = this.events;
    if (!first || first.position > after + 1) return null;
    const at = after + 1 - first.position;
    if (at >= this.events.length) return null;
    return this.events.slice(at, Math.min(at + limit, through + 1 - first.position));
  }
}
