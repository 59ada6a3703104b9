import type { LogMark } from './decide-repair';
import type { StreamEnds, PublishedEvent } from './stream-port';

/** The stream's sequence went backwards: an older copy of it came back, and what was in between is gone. */
export class StreamRolledBack extends Error {
  override readonly name = 'RolledBack';
}

/** Where the relay is: in which log and epoch, and how far. Ahead of its cursor in the record by what is not yet kept. */
export class RelayProgress {
  logId = '';
  epoch = 0;
  relayed = 0;
  /** The last sequence number that the stream is known to have given. */
  lastSequence = 0;
  rolledBack = false;

  /** Does a message belong to this log in this epoch? One of a relay that was superseded does not. */
  owns(mark: LogMark | null): mark is LogMark {
    return mark !== null && mark.logId === this.logId && mark.epoch === this.epoch;
  }

  /** The stream as it is found: a sequence that went back, in a stream that holds something, is an older copy of it. */
  observe({ last, lastSequence }: StreamEnds): void {
    if (lastSequence < this.lastSequence && last !== null) this.rolledBack = true;
    this.lastSequence = lastSequence;
  }

  /** From now on the log is published after `relayed`, in a new epoch. */
  restart(epoch: number, relayed: number): void {
    this.epoch = epoch;
    this.relayed = relayed;
    this.rolledBack = false;
  }

  /** The stream has these now. Throws {@link StreamRolledBack} when it cannot be the stream that we knew. */
  advance(published: readonly PublishedEvent[]): void {
    for (const { position, sequence, duplicate } of published) {
      if (!duplicate && sequence <= this.lastSequence) {
        this.rolledBack = true;
        throw new StreamRolledBack(
          `The stream gave the sequence ${sequence} after ${this.lastSequence}: an older copy of it came back.`,
        );
      }
      this.lastSequence = Math.max(this.lastSequence, sequence);
      this.relayed = position;
    }
  }
}
