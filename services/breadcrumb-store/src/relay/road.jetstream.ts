import type { CrumbStream, DurableState, StreamPosition, StreamLimits, StreamState } from '@crumbtrail/bus';
import type { CrumbEvent } from '@crumbtrail/contracts';
import { Road, type Consumer, type ConsumerPlan, type Ends, type LogEpoch, type Published } from './road';

/** The road as libs/bus builds it. */
export class RoadJetStream extends Road {
  /** Has a stream that was there already been given our limits? */
  private isLimited = false;

  constructor(
    private readonly crumbs: CrumbStream,
    private readonly limits: StreamLimits = {},
  ) {
    super();
  }

  async ends(): Promise<Ends> {
    const known = this.isLimited ? await this.crumbs.info() : null;
    const state = known ?? (await this.made());
    const first = state.messages === 0 ? null : await this.crumbs.positionAt(state.firstSeq);
    return { first, last: state.last, lastSequence: state.lastSeq, capacity: capacityOf(state) };
  }

  async publish(events: readonly CrumbEvent[], log: LogEpoch): Promise<readonly Published[]> {
    const published = await this.crumbs.publish(events, log);
    return published.map(({ position, seq, duplicate }) => ({ position, sequence: seq, duplicate }));
  }

  async consumers(): Promise<readonly Consumer[]> {
    return (await this.crumbs.durables()).map(toConsumer);
  }

  async sequenceFrom({ position, epoch }: Pick<StreamPosition, 'position' | 'epoch'>): Promise<number | null> {
    return this.crumbs.firstSeqAtOrAfter(position, epoch);
  }

  async createConsumer({ name, filter, start, ackWaitMs }: ConsumerPlan): Promise<void> {
    await this.crumbs.createDurable({ name, filter, ackWaitMs, start: start === 'next' ? 'new' : start });
  }

  async deleteConsumer(name: string): Promise<void> {
    await this.crumbs.deleteDurable(name);
  }

  async purge(): Promise<void> {
    await this.crumbs.purge();
  }

  private async made() {
    await this.crumbs.ensure(this.limits);
    this.isLimited = true;
    const state = await this.crumbs.info();
    if (!state) throw new Error('The stream was removed while it was made; trying again.');
    return state;
  }
}

const toConsumer = ({ name, floor, waiting, pending, unacknowledged }: DurableState): Consumer => ({
  name,
  floor,
  waiting,
  pending,
  outstanding: unacknowledged,
});

/** Before it holds anything: an event with its headers takes about this. */
const EVENT_BYTES = 700;

const capacityOf = ({ maxBytes, bytes, messages }: StreamState): number =>
  maxBytes > 0 ? Math.floor(maxBytes / (messages > 0 ? bytes / messages : EVENT_BYTES)) : Number.MAX_SAFE_INTEGER;
