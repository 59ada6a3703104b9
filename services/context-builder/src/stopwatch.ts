import type { CalibrationRequest, PreviewReply, RetrieveReply, RetrieveRequest } from '@crumbtrail/contracts';
import type { Calibrator, LearnedCalibration, Retriever, ToolSource } from './ports';

const rounded = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;

/** Knows how long the store was waited for, and since when the build goes on. */
export class Stopwatch implements Retriever, Calibrator, ToolSource {
  private readonly began = performance.now();
  private waited = 0;
  private store: number | undefined;

  constructor(private readonly retriever: Retriever & Calibrator & ToolSource) {}

  async retrieve(request: RetrieveRequest): Promise<RetrieveReply> {
    const reply = await this.waitFor(this.retriever.retrieve(request));
    if (reply.milliseconds !== undefined) this.store = (this.store ?? 0) + reply.milliseconds;
    return reply;
  }

  /** What the store answers, and the time that takes. */
  async waitFor<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const asked = performance.now();
    const answered = await answer;
    this.waited += performance.now() - asked;
    return answered;
  }

  calibration(request: CalibrationRequest, room: number): Promise<LearnedCalibration> {
    return this.retriever.calibration(request, room);
  }

  tools(asOf: number): ReturnType<ToolSource['tools']> {
    return this.retriever.tools(asOf);
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
