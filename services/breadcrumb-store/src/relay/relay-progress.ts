import type { CrumbEvent } from '@crumbtrail/contracts';
import type { LogMark } from './decide-repair';
import type { StreamEnds, StreamAck } from './stream-port';

/** The stream's sequence went backwards: an older copy of it was restored, and the messages after it are lost. */
export class StreamRolledBack extends Error {
  override readonly name = 'RolledBack';
}

/** How far the relay has published which log, in which epoch. Ahead of the cursor in the database by what is not saved yet. */
export class RelayProgress {
  /** Of the relay that publishes. */
  fence = 0;
  logId = '';
  epoch = 0;
  relayed = 0;
  /** How many events were published that are no new crumbs of imported history: services that turns need receive only these. */
  live = 0;
  /** The last sequence number that the stream is known to have assigned. */
  lastSequence = 0;
  rolledBack = false;

  /** Does a message belong to this log and epoch? One of a superseded relay does not. */
  owns(mark: LogMark | null): mark is LogMark {
    return mark !== null && mark.logId === this.logId && mark.epoch === this.epoch;
  }

  /** Checks the sequence of a stream: where it went backwards and the stream is not empty, an older copy was restored. */
  observe({ last, lastSequence }: StreamEnds): void {
    if (lastSequence < this.lastSequence && last !== null) this.rolledBack = true;
    this.lastSequence = lastSequence;
  }

  /** Publishes the log again from after `relayed`, in a new epoch. */
  restart(epoch: number, relayed: number): void {
    this.epoch = epoch;
    this.relayed = relayed;
    this.rolledBack = false;
  }

  /** Records the first of these events as published, one for each acknowledgement. Throws {@link StreamRolledBack} where the stream's sequence went backwards. */
  advance(published: readonly StreamAck[], events: readonly Pick<CrumbEvent, 'kind' | 'imported'>[]): void {
    const isLive = ({ kind, imported }: (typeof events)[number]): boolean => !imported || kind !== 'created';
    this.live += events.slice(0, published.length).filter(isLive).length;
    for (const { position, sequence, duplicate } of published) {
      if (!duplicate && sequence <= this.lastSequence) {
        this.rolledBack = true;
        throw new StreamRolledBack(
          `The stream gave the sequence ${sequence} after ${this.lastSequence}: an older copy of it was restored.`,
        );
      }
      this.lastSequence = Math.max(this.lastSequence, sequence);
      this.relayed = position;
    }
  }
}
