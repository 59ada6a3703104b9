import type { CrumbStream, DurableState, StreamPosition, StreamLimits, StreamState } from '@crumbtrail/bus';
import type { CrumbEvent } from '@crumbtrail/contracts';
import {
  StreamPort,
  type DurableConsumer,
  type ConsumerPlan,
  type StreamEnds,
  type LogEpoch,
  type StreamAck,
} from './stream-port';

/** {@link StreamPort} over JetStream. */
export class JetStreamPort extends StreamPort {
  /** Have the limits been applied to an existing stream? */
  private isLimited = false;

  constructor(
    private readonly crumbs: CrumbStream,
    private readonly limits: StreamLimits = {},
  ) {
    super();
  }

  async ends(): Promise<StreamEnds> {
    const known = this.isLimited ? await this.crumbs.info() : null;
    const state = known ?? (await this.made());
    const first = state.messages === 0 ? null : await this.crumbs.positionAt(state.firstSeq);
    return {
      first,
      last: state.last,
      lastEvent: state.lastEvent,
      lastSequence: state.lastSeq,
      capacity: estimateCapacity(state),
      copies: state.copies,
    };
  }

  async publish(events: readonly CrumbEvent[], log: LogEpoch): Promise<readonly StreamAck[]> {
    const published = await this.crumbs.publish(events, log);
    return published.map(({ position, seq, duplicate }) => ({ position, sequence: seq, duplicate }));
  }

  async consumers(): Promise<readonly DurableConsumer[]> {
    return (await this.crumbs.durables()).map(toDurableConsumer);
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
    if (!state) throw new Error('The stream was deleted while it was being created; trying again.');
    return state;
  }
}

const toDurableConsumer = ({ name, floor, waiting, pending, unacknowledged }: DurableState): DurableConsumer => ({
  name,
  floor,
  waiting,
  pending,
  outstanding: unacknowledged,
});

/** Approximate size of an event with its headers, for an empty stream. */
const EVENT_BYTES = 700;

const estimateCapacity = ({ maxBytes, bytes, messages }: StreamState): number =>
  maxBytes > 0 ? Math.floor(maxBytes / (messages > 0 ? bytes / messages : EVENT_BYTES)) : Number.MAX_SAFE_INTEGER;
