import { refuse } from '@crumbtrail/contracts';
import { PartAssembler, parsePartCount, MAX_REQUEST_BYTES, PART_BYTES } from '../protocol/parts';

interface PartialRequest {
  readonly assembly: PartAssembler;
  readonly bytes: number;
  readonly done: (whole: Uint8Array) => void;
  timer: NodeJS.Timeout;
}

/** Memory that all requests in parts may use together, in bytes. */
const MAX_OPEN_BYTES = 96 * 1024 * 1024;
const IDLE_MS = 10_000;

/** Requests that arrive in parts, limited in number, size and waiting time. */
export class PartialRequests {
  private readonly open = new Map<string, PartialRequest>();
  private bytes = 0;

  /** Takes the first part and calls `done` with the whole. Refuses a request that is too large, or too many at once. */
  begin(id: string, first: { parts: string | undefined; data: Uint8Array }, done: (whole: Uint8Array) => void): void {
    const count = parsePartCount(first.parts, MAX_REQUEST_BYTES);
    const bytes = count * PART_BYTES;
    if (this.bytes + bytes > MAX_OPEN_BYTES)
      throw refuse('overloaded', 'Too many large requests at once; try again in a second.');
    this.forget(id);
    this.bytes += bytes;
    const upload: PartialRequest = { assembly: new PartAssembler(count), bytes, done, timer: this.startIdleTimer(id) };
    this.open.set(id, upload);
    this.add(id, 0, first.data);
  }

  /** Takes a further part; a part of an unknown or abandoned upload is ignored. */
  add(id: string, index: number, data: Uint8Array): void {
    const upload = this.open.get(id);
    if (!upload) return;
    clearTimeout(upload.timer);
    upload.timer = this.startIdleTimer(id);
    const whole = upload.assembly.add(index, data);
    if (whole === null) return;
    this.forget(id);
    upload.done(whole);
  }

  /** Drops all unfinished requests. */
  clear(): void {
    for (const id of [...this.open.keys()]) this.forget(id);
  }

  private startIdleTimer(id: string): NodeJS.Timeout {
    return setTimeout(() => this.forget(id), IDLE_MS).unref();
  }

  private forget(id: string): void {
    const upload = this.open.get(id);
    if (!upload) return;
    clearTimeout(upload.timer);
    this.open.delete(id);
    this.bytes -= upload.bytes;
  }
}
