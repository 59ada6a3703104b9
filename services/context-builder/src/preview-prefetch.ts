import { isDeepStrictEqual } from 'node:util';
import type { Identity, PreviewRequest, RetrieveReply, RetrieveRequest } from '@crumbtrail/contracts';
import { defuse } from '@crumbtrail/hints';
import { LRUCache } from 'lru-cache';
import type { BreadcrumbReader, ExpectedRetrieval, PrefetchedPreview, PreviewReader, WorkspaceSnapshot } from './ports';
import { truncateQuery } from './gather/retrieve';

const MAX_REMEMBERED = 1_000;

/**
 * Asks for candidates together with what is read first, as it expects to want them. Whoever then asks for just these has them
 * already; whoever asks anything else is answered anew.
 */
class PrefetchingReader implements PreviewReader {
  private answer: Promise<PrefetchedPreview> | undefined;

  constructor(
    private readonly reader: BreadcrumbReader,
    private readonly expected: ExpectedRetrieval | undefined,
    private readonly remember: (asked: RetrieveRequest) => void,
  ) {}

  get workspace(): string {
    return this.reader.workspace;
  }

  async read(refs: Parameters<BreadcrumbReader['read']>[0], asOf?: number): Promise<WorkspaceSnapshot> {
    if (this.expected === undefined || this.answer) return this.reader.read(refs, asOf);
    this.answer = this.reader.prefetch(refs, asOf, this.expected);
    return (await this.answer).snapshot;
  }

  async identify(): Promise<Identity | null> {
    return this.answer ? (await this.answer).identity : this.reader.identify();
  }

  async retrieve(request: RetrieveRequest): Promise<RetrieveReply> {
    this.remember(request);
    const answer = await this.answer;
    if (!answer) return this.reader.retrieve(request);
    const { position, now } = answer.snapshot;
    const isForeseen = isDeepStrictEqual({ ...this.expected, as_of: position, now }, request);
    return isForeseen ? answer.found : this.reader.retrieve(request);
  }

  calibration(...about: Parameters<BreadcrumbReader['calibration']>): ReturnType<BreadcrumbReader['calibration']> {
    return this.reader.calibration(...about);
  }

  tools(asOf: number): ReturnType<BreadcrumbReader['tools']> {
    return this.reader.tools(asOf);
  }
}

/**
 * What previews of an agent in a session asked of the store last: the next most likely asks the same with words of its own. Only a
 * guess at what to ask is remembered, never an answer.
 */
export class PreviewPrefetch {
  private readonly asked = new LRUCache<string, RetrieveRequest>({ max: MAX_REMEMBERED });

  /** A reader for one preview. */
  readerFor(reader: BreadcrumbReader, { agent, session, content }: PreviewRequest): PreviewReader {
    const name = JSON.stringify([reader.workspace, agent, session]);
    const last = content === undefined ? undefined : this.asked.get(name);
    const expected = last && this.withWords(last, content ?? '');
    return new PrefetchingReader(reader, expected, (request) => this.asked.set(name, request));
  }

  private withWords({ as_of: _then, now: _past, ...rest }: RetrieveRequest, content: string): ExpectedRetrieval {
    return { ...rest, query: truncateQuery(defuse(content)) };
  }
}
