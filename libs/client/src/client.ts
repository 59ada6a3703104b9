import type {
  Draft,
  Envelope,
  Patch,
  PreviewReply,
  PreviewRequest,
  Ref,
  SearchReply,
  SearchRequest,
} from '@crumbtrail/contracts';
import { Contexts } from './contexts';
import { type FollowOptions, followStream, type StreamItem } from './follow';
import { type GatewayAddress, send } from './http';
import { Operating } from './operating';
import { ExternalLoop } from './own-loop';
import { ApiError } from './refusal';
import type {
  MessageReceipt,
  EventFilter,
  Explanation,
  ListFilter,
  Page,
  Receipt,
  RenderedView,
  StoppedTurn,
  TrailTree,
  WokenTurns,
} from './shapes';

const id = (value: string): string => encodeURIComponent(value);
const ifMatch = (version: number): Record<string, string> => ({ 'If-Match': `"${version}"` });

/** How a write may be sent again without being done twice. */
export interface WriteOptions {
  readonly idempotencyKey?: string | undefined;
}

const once = ({ idempotencyKey }: WriteOptions): Record<string, string | undefined> => ({
  'Idempotency-Key': idempotencyKey,
});

/** The HTTP doors of Crumbtrail, typed. Every method rejects with Refusal or Unreachable. */
export class Crumbtrail extends Operating {
  /** What agents saw, why, and what they would see. */
  readonly contexts: Contexts;
  /** For an agent loop of one's own. */
  readonly loop: ExternalLoop;

  constructor(door: GatewayAddress) {
    super(door);
    this.contexts = new Contexts(door);
    this.loop = new ExternalLoop(door);
  }

  append(draft: Draft, writing: WriteOptions = {}): Promise<Receipt> {
    return this.body('POST', 'v1/breadcrumbs', { body: draft, headers: once(writing) });
  }

  /** Up to 1,000 in one commit. `imported`: history that wakes no agent; operators only. */
  async appendBatch(
    drafts: readonly Draft[],
    { imported, ...writing }: WriteOptions & { imported?: boolean } = {},
  ): Promise<Receipt[]> {
    const body = { breadcrumbs: drafts, ...(imported ? { imported } : {}) };
    const reply = await this.body<{ breadcrumbs: Receipt[] }>('POST', 'v1/breadcrumbs/batch', {
      body,
      headers: once(writing),
    });
    return reply.breadcrumbs;
  }

  get(crumb: string, query: { as_of?: number; version?: number } = {}): Promise<Envelope> {
    return this.body('GET', `v1/breadcrumbs/${id(crumb)}`, { query });
  }

  /** The text that an agent would read. */
  rendering(crumb: string, { version }: { version?: number } = {}): Promise<RenderedView> {
    return this.body('GET', `v1/breadcrumbs/${id(crumb)}`, { query: { view: 'llm', version } });
  }

  async history(crumb: string): Promise<readonly Envelope[]> {
    return (await this.body<{ versions: Envelope[] }>('GET', `v1/breadcrumbs/${id(crumb)}/history`)).versions;
  }

  /** Changes a crumb, if `version` is still its latest. */
  change(crumb: string, version: number, patch: Patch): Promise<Receipt> {
    return this.body('PATCH', `v1/breadcrumbs/${id(crumb)}`, { body: patch, headers: ifMatch(version) });
  }

  /** Erases a crumb, all its versions; names what may still quote it. */
  erase(crumb: string, version: number): Promise<Receipt & { readonly derived: readonly Ref[] }> {
    return this.body('DELETE', `v1/breadcrumbs/${id(crumb)}`, { headers: ifMatch(version) });
  }

  list(filter: ListFilter = {}): Promise<Page> {
    return this.body('GET', 'v1/breadcrumbs', { query: { ...filter } });
  }

  /** All pages of a list, one crumb after the other. */
  async *all(filter: ListFilter = {}): AsyncGenerator<Envelope> {
    for (let cursor: string | undefined = filter.cursor, first = true; first || cursor !== undefined; first = false) {
      const page: Page = await this.list({ ...filter, cursor });
      yield* page.breadcrumbs;
      cursor = page.next_cursor;
    }
  }

  search(request: SearchRequest): Promise<SearchReply> {
    return this.body('POST', 'v1/search', { body: request });
  }

  /** The log from a cursor on; comes back by itself when the connection is lost. */
  events({ schemas, session, kinds, ...following }: EventFilter & FollowOptions = {}): AsyncGenerator<StreamItem> {
    return followStream(this.door, 'v1/events', { schema: schemas, session, kind: kinds }, following);
  }

  /** Says something. With `wait_ms`, waits for the answers that long. */
  say(
    session: string,
    content: string,
    { wait_ms, tags, ...writing }: WriteOptions & { wait_ms?: number; tags?: readonly string[] } = {},
  ): Promise<MessageReceipt> {
    const body = { content, ...(tags ? { tags } : {}), ...(wait_ms === undefined ? {} : { wait_ms }) };
    return this.body('POST', `v1/sessions/${id(session)}/messages`, { body, headers: once(writing) });
  }

  /** A session as it happens: pieces of replies while they are written, then the crumbs. */
  watch(session: string, following: FollowOptions = {}): AsyncGenerator<StreamItem> {
    return followStream(this.door, `v1/sessions/${id(session)}/stream`, {}, following);
  }

  /** Whose turns a crumb woke, and how they stand. */
  turnsOf(crumb: string): Promise<WokenTurns> {
    return this.body('GET', `v1/breadcrumbs/${id(crumb)}/turns`);
  }

  /** Ends a turn now, with what it had said by then; one that is closed stays as it is. */
  stopTurn(turn: string): Promise<StoppedTurn> {
    return this.body('POST', `v1/turns/${id(turn)}/stop`);
  }

  trail(crumb: string): Promise<TrailTree> {
    return this.body('GET', `v1/trails/${id(crumb)}`);
  }

  /** A trail as one file, as it comes: every crumb, context and output of it that this key may see. */
  async exportTrail(crumb: string, { signal }: { signal?: AbortSignal } = {}): Promise<ReadableStream<Uint8Array>> {
    const response = await send(this.door, 'GET', `v1/trails/${id(crumb)}/export`, { signal });
    return response.body ?? new ReadableStream();
  }

  /** The same as `contexts.preview`. */
  preview(request: PreviewRequest): Promise<PreviewReply> {
    return this.contexts.preview(request);
  }

  /** The same as `contexts.explain`. */
  explain(context: string): Promise<Explanation> {
    return this.contexts.explain(context);
  }
}

/** Was this refused with that status? */
export function isApiError(error: unknown, status?: number): error is ApiError {
  return error instanceof ApiError && (status === undefined || error.status === status);
}
