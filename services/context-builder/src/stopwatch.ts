import type { CalibrationRequest, PreviewReply, RetrieveReply, RetrieveRequest } from '@crumbtrail/contracts';
import type { Calibrator, Learnt, Retriever } from './ports';

const rounded = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;

/** A retriever that knows how long it was waited for, and since when the build goes on. */
export class Stopwatch implements Retriever, Calibrator {
  private readonly began = performance.now();
  private waited = 0;
  private store: number | undefined;

  constructor(private readonly retriever: Retriever & Calibrator) {}

  async retrieve(request: RetrieveRequest): Promise<RetrieveReply> {
    const asked = performance.now();
    const reply = await this.retriever.retrieve(request);
    this.waited += performance.now() - asked;
    if (reply.milliseconds !== undefined) this.store = (this.store ?? 0) + reply.milliseconds;
    return reply;
  }

  calibration(request: CalibrationRequest, room: number): Promise<Learnt> {
    return this.retriever.calibration(request, room);
  }

  /** Time so far: in all, waiting for the store, and what the store says it took itself. */
  read(): NonNullable<PreviewReply['milliseconds']> {
    return {
      total: rounded(performance.now() - this.began),
      retrieve: rounded(this.waited),
      ...(this.store === undefined ? {} : { store: rounded(this.store) }),
    };
  }
}
