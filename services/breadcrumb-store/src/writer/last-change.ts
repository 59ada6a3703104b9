import type { Writer } from './writer';

/** The last position at which a crumb was changed, erased or expired: only there can less become readable than before. */
export class LastChange {
  private last: number;

  /** `head` is where the log ended when the writer started: what came before it is not known, so it counts as a change. */
  constructor(writer: Pick<Writer, 'onCommit' | 'onSkip'>, head: number) {
    this.last = head;
    writer.onSkip((_from, through) => (this.last = through));
    writer.onCommit((_head, events) => {
      for (const { kind, position } of events) if (kind !== 'created') this.last = position;
    });
  }

  get position(): number {
    return this.last;
  }
}
