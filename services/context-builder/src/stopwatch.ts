import type {
  CalibrationRequest,
  PreviewReply,
  PreviousPackingReply,
  PreviousPackingRequest,
  RetrieveReply,
  RetrieveRequest,
} from '@crumbtrail/contracts';
import type { BuildPorts } from './pipeline';
import type { AgentNameSource, Calibrator, LearnedCalibration, PackingSource, Retriever, ToolSource } from './ports';

const roundToMicroseconds = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;

/** Measures how long a build takes, and how much of that it waits for the store. */
export class Stopwatch implements Retriever, Calibrator, ToolSource, AgentNameSource, PackingSource {
  private readonly startedAt = performance.now();
  private waited = 0;
  private store: number | undefined;

  constructor(private readonly ports: BuildPorts) {}

  async retrieve(request: RetrieveRequest): Promise<RetrieveReply> {
    const reply = await this.waitFor(this.ports.retrieve(request));
    if (reply.milliseconds !== undefined) this.store = (this.store ?? 0) + reply.milliseconds;
    return reply;
  }

  /** Awaits a result of the store, and counts the time as waiting. */
  async waitFor<Result>(result: Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    const settled = await result;
    this.waited += performance.now() - startedAt;
    return settled;
  }

  calibration(request: CalibrationRequest, spareQueries: number): Promise<LearnedCalibration> {
    return this.ports.calibration(request, spareQueries);
  }

  tools(asOf: number): ReturnType<ToolSource['tools']> {
    return this.ports.tools(asOf);
  }

  agentNames(...asked: Parameters<AgentNameSource['agentNames']>): ReturnType<AgentNameSource['agentNames']> {
    return this.ports.agentNames(...asked);
  }

  previousPacking(request: PreviousPackingRequest): Promise<PreviousPackingReply> {
    return this.ports.previousPacking(request);
  }

  /** Milliseconds so far: in total, waiting for the store, and what the store reports it took itself. */
  read(): NonNullable<PreviewReply['milliseconds']> {
    return {
      total: roundToMicroseconds(performance.now() - this.startedAt),
      retrieve: roundToMicroseconds(this.waited),
      ...(this.store === undefined ? {} : { store: roundToMicroseconds(this.store) }),
    };
  }
}
