import { Duplex } from 'node:stream';
import type { PgliteOwner } from './pglite-owner';

type Done = (error?: Error | null) => void;

/** The first byte of a Terminate message. */
const TERMINATE = 0x58;

/**
 * A stream that `pg` uses as its socket: bytes go to the embedded database, and its replies come back. One driver, its types and
 * TypeORM therefore work the same on both databases.
 */
export class PgliteStream extends Duplex {
  private readonly gathered: Buffer[] = [];
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly owner: PgliteOwner) {
    super();
  }

  connect(): this {
    this.owner.reset().then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // Replies are pushed as they arrive.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.gather(chunk);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    for (const { chunk } of chunks) this.gather(chunk);
    done();
  }

  override _final(done: Done): void {
    void this.last.then(() => {
      this.push(null);
      done();
    });
  }

  /** What is written in one turn of the event loop is exchanged at once: each exchange costs a message to the thread and one back. */
  private gather(bytes: Buffer): void {
    // A Terminate message ends this client session, not the database.
    if (bytes[0] === TERMINATE) return;
    if (this.gathered.length === 0) process.nextTick(() => this.exchange());
    this.gathered.push(bytes);
  }

  private exchange(): void {
    const bytes = joinBytes(this.gathered.splice(0));
    this.last = this.owner.exchange(bytes).then(
      (answer) => void (answer.byteLength > 0 && this.push(Buffer.from(answer))),
      (error: Error) => void this.destroy(error),
    );
  }
}

/** The bytes in memory of their own, which can be handed over to another thread. */
function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
