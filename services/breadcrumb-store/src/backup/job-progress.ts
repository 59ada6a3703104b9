import type { ReadStream } from 'node:fs';

/** How far a job is. */
export interface JobProgress {
  /** What is counted, such as `kB restored`. */
  readonly what: string;
  readonly done: number;
  /** Default: nobody knows how much there is. */
  readonly of?: number;
}

/** Takes how far a job is. */
export type ReportProgress = (progress: JobProgress) => void;

const REPORT_EVERY_MS = 200;
const kilobytes = (bytes: number): number => Math.ceil(bytes / 1_000);

/** Does work, and reports several times a second how far it is. */
export async function whileReporting<Result>(
  report: ReportProgress,
  read: () => JobProgress,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setInterval(() => report(read()), REPORT_EVERY_MS);
  report(read());
  try {
    return await work();
  } finally {
    clearInterval(timer);
    report(read());
  }
}

/** Counts the kilobytes that were read of files. */
export class ReadCounter {
  private readonly streams: Pick<ReadStream, 'bytesRead'>[] = [];

  /** `of`: the bytes that there are. */
  constructor(
    private readonly what: string,
    private readonly of?: number,
  ) {}

  /** Counts what is read of this stream. */
  add<Stream extends Pick<ReadStream, 'bytesRead'>>(stream: Stream): Stream {
    this.streams.push(stream);
    return stream;
  }

  read(): JobProgress {
    const { what, of } = this;
    const done = kilobytes(this.streams.reduce((sum, { bytesRead }) => sum + bytesRead, 0));
    return { what, done, ...(of === undefined ? {} : { of: kilobytes(of) }) };
  }
}
