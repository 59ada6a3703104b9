import type { Candidate, ContextConfigV1, RetrieveReply, RetrieveRequest } from '@crumbtrail/contracts';
import type { BuildInput } from '../../gather/build-input';
import type { AgentNameSource, Calibrator, PackingSource, Retriever, ToolSource } from '../../ports';
import { requestedOverrides } from '../../plan/overrides';
import type { BuiltContext } from '../account';

/** Settings that override the recorded ones, as `replan` takes them. */
export interface TriedSettings {
  readonly budget?: { readonly max_tokens: number };
  readonly config?: Omit<ContextConfigV1, 'consumer'>;
}

/** What a rebuild reads from the store. */
export type RebuildPorts = Retriever & Calibrator & ToolSource & AgentNameSource & PackingSource;

/** Runs the pipeline. */
export type RunBuild = (input: BuildInput, ports: RebuildPorts) => Promise<BuiltContext>;

/** Where a source has a text. */
export interface SourceFinding {
  readonly source: RetrieveRequest['sources'][number];
  readonly candidate: Candidate;
}

/** Each version of a crumb, or one piece of it. */
export interface TargetRef {
  readonly id: string;
  readonly version: number;
  readonly chunk?: number;
}

/** Whether a candidate or a row is what is asked about. */
export function isTarget({ id, version, chunk }: TargetRef, one: TargetRef): boolean {
  return one.id === id && one.version === version && (chunk === undefined || (one.chunk ?? 0) === chunk);
}

/** The widest limits that a source may have. */
const WIDEST = { limit: 500, floor: 0 };

/** Asks the store once for equal retrievals, and remembers the last one. */
class RememberingRetriever implements Retriever {
  private readonly replies = new Map<string, Promise<RetrieveReply>>();
  last: RetrieveRequest | undefined;

  constructor(private readonly retriever: Retriever) {}

  retrieve(request: RetrieveRequest): Promise<RetrieveReply> {
    this.last = request;
    const key = JSON.stringify(request);
    const known = this.replies.get(key);
    if (known) return known;
    const reply = this.retriever.retrieve(request);
    this.replies.set(key, reply);
    return reply;
  }
}

/** Builds a recorded context again with other settings, at its own position. A search that was made is not repeated. */
export class RecordedRebuild {
  private readonly retriever: RememberingRetriever;
  private readonly ports: RebuildPorts;

  constructor(
    readonly input: BuildInput,
    ports: RebuildPorts,
    private readonly run: RunBuild,
  ) {
    this.retriever = new RememberingRetriever(ports);
    this.ports = {
      retrieve: (request) => this.retriever.retrieve(request),
      calibration: (request, spareQueries) => ports.calibration(request, spareQueries),
      tools: (asOf) => ports.tools(asOf),
      agentNames: (agents, asOf) => ports.agentNames(agents, asOf),
      previousPacking: (request) => ports.previousPacking(request),
    };
  }

  /** The context with these settings before all others. */
  build(settings: TriedSettings): Promise<BuiltContext> {
    return this.run(this.withSettings(settings), this.ports);
  }

  /** The input of a build with these settings. */
  withSettings(settings: TriedSettings): BuildInput {
    return { ...this.input, overrides: [...requestedOverrides(settings), ...this.input.overrides] };
  }

  /** Where the sources of the latest build have a text, as they were asked, or with the widest limits and no floor. */
  async findings(target: TargetRef, limits: 'planned' | 'widest'): Promise<readonly SourceFinding[]> {
    const { last } = this.retriever;
    if (last === undefined) return [];
    const wide = { ...last, sources: last.sources.map((source) => ({ ...source, ...WIDEST })) };
    const reply = await this.retriever.retrieve(limits === 'planned' ? last : wide);
    this.retriever.last = last;
    return reply.sources.flatMap(({ name, candidates }) => {
      const source = last.sources.find((one) => one.name === name);
      return source
        ? candidates.filter((one) => isTarget(target, one)).map((candidate) => ({ source, candidate }))
        : [];
    });
  }
}
