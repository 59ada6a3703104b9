import { Duplex } from 'node:stream';
import type { PgliteOwner } from './pglite-owner';

type Done = (error?: Error | null) => void;

/**
 * A stream that `pg` uses as its socket: bytes go to the embedded database, and its replies come back. One driver, its types and
 * TypeORM therefore work the same on both databases.
 */
export class PgliteStream extends Duplex {
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
    this.forward(chunk, done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.forward(Buffer.concat(chunks.map((one) => one.chunk)), done);
  }

  override _final(done: Done): void {
    this.push(null);
    done();
  }

  private forward(bytes: Buffer, done: Done): void {
    // A Terminate message ends this client session, not the database.
    if (bytes[0] === 0x58) return done();
    this.owner.exchange(bytes).then((answer) => {
      if (answer.byteLength > 0) this.push(Buffer.from(answer));
      done();
    }, done);
  }
}
