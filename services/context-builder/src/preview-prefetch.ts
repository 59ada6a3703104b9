import { isDeepStrictEqual } from 'node:util';
import type { Identity, PreviewRequest, RetrieveReply, RetrieveRequest } from '@crumbtrail/contracts';
import { defuse } from '@crumbtrail/hints';
import { LRUCache } from 'lru-cache';
import { truncateQuery } from './gather/retrieve-candidates';
import type {
  WorkspaceReader,
  CrumbRef,
  ExpectedRetrieval,
  PrefetchedPreview,
  PreviewReader,
  WorkspaceSnapshot,
} from './ports';

/**
 * Prefetches candidates together with the first read, based on the retrieval that is expected to follow. If the retrieval is
 * the expected one, it is answered from the prefetch; otherwise a request is sent to the store.
 */
class PrefetchingReader implements PreviewReader {
  private prefetched: Promise<PrefetchedPreview> | undefined;

  constructor(
    private readonly reader: WorkspaceReader,
    private readonly expected: ExpectedRetrieval | undefined,
    private readonly remember: (request: RetrieveRequest) => void,
  ) {}

  get workspace(): string {
    return this.reader.workspace;
  }

  async read(refs: readonly CrumbRef[], asOf?: number): Promise<WorkspaceSnapshot> {
    if (this.expected === undefined || this.prefetched) return this.reader.read(refs, asOf);
    this.prefetched = this.reader.prefetch(refs, asOf, this.expected);
    return (await this.prefetched).snapshot;
  }

  async identify(): Promise<Identity | null> {
    return this.prefetched ? (await this.prefetched).identity : this.reader.identify();
  }

  async retrieve(request: RetrieveRequest): Promise<RetrieveReply> {
    this.remember(request);
    const prefetched = await this.prefetched;
    if (!prefetched) return this.reader.retrieve(request);
    const { position, now } = prefetched.snapshot;
    const isExpected = isDeepStrictEqual({ ...this.expected, as_of: position, now }, request);
    return isExpected ? prefetched.found : this.reader.retrieve(request);
  }

  calibration(...args: Parameters<WorkspaceReader['calibration']>): ReturnType<WorkspaceReader['calibration']> {
    return this.reader.calibration(...args);
  }

  tools(asOf: number): ReturnType<WorkspaceReader['tools']> {
    return this.reader.tools(asOf);
  }

  agentNames(...args: Parameters<WorkspaceReader['agentNames']>): ReturnType<WorkspaceReader['agentNames']> {
    return this.reader.agentNames(...args);
  }

  previousPacking(
    ...args: Parameters<WorkspaceReader['previousPacking']>
  ): ReturnType<WorkspaceReader['previousPacking']> {
    return this.reader.previousPacking(...args);
  }

  sessionActivity(
    ...args: Parameters<WorkspaceReader['sessionActivity']>
  ): ReturnType<WorkspaceReader['sessionActivity']> {
    return this.reader.sessionActivity(...args);
  }

  lore(...args: Parameters<WorkspaceReader['lore']>): ReturnType<WorkspaceReader['lore']> {
    return this.reader.lore(...args);
  }
}

/**
 * Remembers the last retrieval of the previews of an agent in a session: the next preview most likely sends the same one with
 * another query. Only requests are remembered, never results.
 */
export class PreviewPrefetch {
  private readonly requests: LRUCache<string, RetrieveRequest>;

  /** @param max sessions remembered; default 1,000 */
  constructor(max = 1_000) {
    this.requests = new LRUCache({ max });
  }

  /** Wraps the reader of one preview. */
  readerFor(reader: WorkspaceReader, { agent, session, content }: PreviewRequest): PreviewReader {
    const key = JSON.stringify([reader.workspace, agent, session]);
    const last = content === undefined ? undefined : this.requests.get(key);
    const expected = last && this.withQuery(last, content ?? '');
    return new PrefetchingReader(reader, expected, (request) => this.requests.set(key, request));
  }

  private withQuery({ as_of: _asOf, now: _now, ...rest }: RetrieveRequest, content: string): ExpectedRetrieval {
    return { ...rest, query: truncateQuery(defuse(content)) };
  }
}
