import { DatabaseFailedOver, hasFailedOver, type ServedHead } from '../../src/database/failover';
import type { DurableCursor, DurableRow, LogState, RelayWriter } from '../../src/relay/relay-records';
import { RelaySuperseded } from '../../src/relay/relay-records';
import type { LogMark } from '../../src/relay/decide-repair';
import { isLeaseFree, mayAppend } from '../../src/writer/decide-lease';
import type { Mechanisms } from './mechanisms';

const LEASE_MS = 6_000;
const LOG_ID = 'log';

/** An event of the log: what it is about, and the fence of the writer that committed it. */
export interface SimulatedEvent {
  readonly id: number;
  readonly fence: number;
}

interface Failover {
  readonly head: number;
  readonly epoch: number;
  readonly timeline: number;
  lastKnown: number;
}

/** The rows of the store's tables, and what the statements of the writer, the lease and the relay do to them. A copy of it is a replica. */
export class SimulatedDatabase {
  log: SimulatedEvent[] = [];
  serverTimeline = 1;
  epoch = 1;
  relayed = 0;
  failovers: Failover[] = [];
  floors: Record<string, number>;
  private timeline: number | null = null;
  private writer: string | null = null;
  private writerUntil = 0;
  private fence = 0;
  private relayFence = 0;

  constructor(
    private readonly filters: Readonly<Record<string, string>>,
    private readonly mechanisms: Mechanisms,
  ) {
    this.floors = Object.fromEntries(Object.keys(filters).map((name) => [name, 0]));
  }

  get head(): number {
    return this.log.length;
  }

  /** As a replica that has everything until now has it. */
  copy(): SimulatedDatabase {
    const copied = Object.assign(new SimulatedDatabase(this.filters, this.mechanisms), this);
    copied.log = [...this.log];
    copied.floors = { ...this.floors };
    copied.failovers = this.failovers.map((one) => ({ ...one }));
    return copied;
  }

  /** The new fence; null while another store has the lease. */
  takeLease(name: string, now: number): number | null {
    const has_ended = this.mechanisms.leaseEnds && this.writerUntil < now;
    if (!isLeaseFree({ writer: this.writer, has_ended }, () => false)) return null;
    if (this.isAnother(0)) this.recordFailover(0);
    Object.assign(this, { writer: name, writerUntil: now + LEASE_MS, timeline: this.serverTimeline });
    return (this.fence += 1);
  }

  /** False where another store has the lease. */
  renewLease(fence: number, now: number): boolean {
    if (this.fence !== fence) return false;
    this.writerUntil = now + LEASE_MS;
    return true;
  }

  /** The position of the new event. Refused to a writer that is superseded, or whose database has become another one. */
  append(id: number, { fence, lastKnown }: { readonly fence: number; readonly lastKnown: number }): number {
    if (this.mechanisms.fence && !mayAppend({ writer_fence: this.fence }, fence)) throw new RelaySuperseded();
    if (this.isAnother(lastKnown)) {
      this.recordFailover(lastKnown);
      throw new DatabaseFailedOver(this.served, lastKnown);
    }
    return this.log.push({ id, fence });
  }

  takeRelay(): { readonly fence: number; readonly state: LogState } {
    this.relayFence += 1;
    return { fence: this.relayFence, state: this.state };
  }

  requireKnown({ fence, epoch, relayed }: RelayWriter): LogState {
    if (this.isAnother(relayed)) {
      if (this.epoch === epoch) this.recordFailover(relayed);
      throw new DatabaseFailedOver(this.served, relayed);
    }
    const isEpochMine = this.epoch === epoch || !this.mechanisms.failoverNoticed;
    if (!isEpochMine || this.relayFence !== fence) throw new RelaySuperseded();
    return this.state;
  }

  moveCursor(writer: RelayWriter): void {
    if (this.isServedTo(writer)) {
      this.relayed = writer.relayed;
      return;
    }
    this.requireKnown(writer);
    throw new RelaySuperseded();
  }

  beginEpoch(writer: RelayWriter, next: { epoch: number; relayed: number; published: LogMark | null }): void {
    if (!this.isServedTo(writer)) throw new RelaySuperseded();
    Object.assign(this, { relayed: next.relayed, epoch: next.epoch });
    const last = this.failovers.at(-1);
    if (last && next.published && last.epoch > next.published.epoch)
      last.lastKnown = Math.max(last.lastKnown, next.published.position);
  }

  durables(): DurableRow[] {
    return Object.entries(this.filters).map(([name, filter]) => ({
      name,
      filter,
      floor: this.floors[name] as number,
      ackWaitMs: 30_000,
    }));
  }

  nextFor(listeners: readonly DurableCursor[]): Map<string, number | null> {
    const next = ({ floor, filter }: DurableCursor): number | null => {
      const at = this.log.findIndex(({ id }, n) => n + 1 > floor && isReceived(id, filter.schema_name));
      return at === -1 ? null : at + 1;
    };
    return new Map(listeners.map((one) => [one.name, next(one)]));
  }

  raiseFloors(raised: readonly { name: string; floor: number }[], { epoch }: Pick<RelayWriter, 'epoch'>): void {
    if (!this.isServedTo({ epoch, fence: this.relayFence })) return;
    for (const { name, floor } of raised) this.floors[name] = Math.max(this.floors[name] as number, floor);
  }

  private get state(): LogState {
    return { logId: LOG_ID, epoch: this.epoch, head: this.head, relayed: this.relayed };
  }

  private get served(): ServedHead {
    return { position: this.head, timeline: this.timeline, server_timeline: this.serverTimeline };
  }

  private isAnother(lastKnown: number): boolean {
    return this.mechanisms.failoverNoticed && hasFailedOver(this.served, lastKnown);
  }

  private isServedTo({ fence, epoch }: Pick<RelayWriter, 'fence' | 'epoch'>): boolean {
    const isKnown = this.timeline === this.serverTimeline || !this.mechanisms.failoverNoticed;
    return fence === this.relayFence && epoch === this.epoch && isKnown;
  }

  private recordFailover(lastKnown: number): void {
    const { head, epoch, serverTimeline } = this;
    const recorded = this.failovers.find((one) => one.head === head && one.epoch === epoch);
    if (recorded && recorded.timeline === serverTimeline) {
      recorded.lastKnown = Math.max(recorded.lastKnown, lastKnown);
      return;
    }
    this.epoch += 1;
    this.timeline = serverTimeline;
    this.relayed = Math.min(this.relayed, head);
    for (const [name, floor] of Object.entries(this.floors)) this.floors[name] = Math.min(floor, head);
    const failover = { epoch: this.epoch, timeline: serverTimeline, head, lastKnown: Math.max(head, lastKnown) };
    this.failovers.push(failover);
  }
}

/** Does a durable with this filter receive the event? */
export const isReceived = (id: number, filter: string | undefined): boolean => filter !== 'even' || id % 2 === 0;
