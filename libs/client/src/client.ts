import type { ErasurePreview } from '@crumbtrail/contracts/operations/erasure';
import type { ErasedMessages } from '@crumbtrail/contracts/http/erasure';
import type { DerivedRef, Draft, Envelope, Patch, PreviewReply, SearchReply } from '@crumbtrail/contracts';
import type { Page, Receipt, RenderedView } from '@crumbtrail/contracts/http/breadcrumbs';
import type { Explanation } from '@crumbtrail/contracts/http/context-replies';
import type { ListedSessions, MessageReceipt } from '@crumbtrail/contracts/http/sessions';
import type { ListedTrails, TrailTree } from '@crumbtrail/contracts/http/trails';
import type { UsageReport } from '@crumbtrail/contracts/http/usage';
import type { WokenTurns } from '@crumbtrail/contracts/http/turn-fields';
import type { StoppedTurn } from '@crumbtrail/contracts/http/turns';
import { AgentDrafts } from './agent-drafts';
import { AgentVersions } from './agent-versions';
import { Approvals } from './approvals';
import { call, type GatewayAddress, type ReplyFrom, type RequestTo, type RouteName, send } from './call';
import { Contexts } from './contexts';
import { Evals } from './evals';
import { ExternalLoop } from './external-loop';
import { Feedback } from './feedback';
import { type FollowOptions, followStream, type StreamItem } from './follow';
import { OperatorClient } from './operator-client';
import type { EventFilter, ListFilter, SessionFilter, TrailFilter, UsageQuery } from './reply-types';
import { Shadows } from './shadows';
import { Subqueries } from './subqueries';
import { Turns } from './turns';

/** Makes a retry of a write safe: it is executed once per key. */
export interface WriteOptions {
  readonly idempotencyKey?: string | undefined;
}

/** How a message is sent. */
export interface MessageOptions extends WriteOptions {
  /** How long to wait for the answers, milliseconds. @default 0 */
  readonly wait_ms?: number;
  readonly tags?: readonly string[];
  /** Who may read it beside its author and operators. @default everybody */
  readonly audience?: Envelope['audience'];
  /** The display name of its author, for a key without a name of its own. */
  readonly author?: { readonly name: string };
  /** At most 8, as {@link Crumbtrail.upload} returned them. @default none */
  readonly files?: readonly UploadedFile[];
}

/** A file of a message. */
export interface UploadedFile {
  readonly hash: string;
  readonly name: string;
}

const BASE64_STEP = 0x8000;

/** In steps, because a call takes only so many arguments; `btoa`, because browsers have no Buffer. */
function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += BASE64_STEP)
    text += String.fromCharCode(...bytes.subarray(from, from + BASE64_STEP));
  return btoa(text);
}

/** Who shall speak, about what, and how long to wait for it. */
export type SpeakOptions = WriteOptions & RequestTo<'POST /v1/sessions/:session/speak'>['body'];

/** The typed HTTP client of Crumbtrail. Every method rejects with ApiError or UnreachableError. */
export class Crumbtrail extends OperatorClient {
  /** What agents saw, why, and what they would see. */
  readonly contexts: Contexts;
  /** Calls of tools that wait for a person. */
  readonly approvals: Approvals;
  /** Cases that say what the context of a question must keep. */
  readonly evals: Evals;
  /** Second configurations that are built beside answers. */
  readonly shadows: Shadows;
  /** Templates of subqueries. */
  readonly subqueries: Subqueries;
  /** What people think of answers. */
  readonly feedback: Feedback;
  /** Definitions of agents that no turn uses yet. */
  readonly agentDrafts: AgentDrafts;
  /** The versions of agents' definitions. */
  readonly agentVersions: AgentVersions;
  /** Turns that are run again with changes. */
  readonly turns: Turns;
  /** For an agent loop that runs outside Crumbtrail. */
  readonly loop: ExternalLoop;

  constructor(gateway: GatewayAddress) {
    super(gateway);
    this.contexts = new Contexts(gateway);
    this.approvals = new Approvals(gateway);
    this.evals = new Evals(gateway, (filter) => this.all(filter));
    this.shadows = new Shadows(gateway, (filter) => this.all(filter));
    this.subqueries = new Subqueries(gateway);
    this.feedback = new Feedback(gateway);
    this.agentDrafts = new AgentDrafts(gateway, (filter) => this.all(filter));
    this.agentVersions = new AgentVersions(gateway, this.agentDrafts);
    this.turns = new Turns(gateway, (filter) => this.all(filter));
    this.loop = new ExternalLoop(gateway);
  }

  /** Calls any route by its method and path, like `GET /v1/breadcrumbs/:id`; the types follow from its declaration. */
  request<Name extends RouteName>(name: Name, request: RequestTo<Name>): Promise<ReplyFrom<Name>> {
    return call(this.gateway, name, request);
  }

  append(draft: Draft, { idempotencyKey }: WriteOptions = {}): Promise<Receipt> {
    return call(this.gateway, 'POST /v1/breadcrumbs', { body: draft, idempotencyKey });
  }

  /** Appends up to 1,000 in one commit. `imported`: history that wakes no agent; operators only. */
  async appendBatch(
    drafts: readonly Draft[],
    { imported, idempotencyKey }: WriteOptions & { imported?: boolean } = {},
  ): Promise<readonly Receipt[]> {
    const body = { breadcrumbs: drafts, ...(imported ? { imported } : {}) };
    return (await call(this.gateway, 'POST /v1/breadcrumbs/batch', { body, idempotencyKey })).breadcrumbs;
  }

  async get(crumb: string, query: { as_of?: number; version?: number } = {}): Promise<Envelope> {
    return (await call(this.gateway, 'GET /v1/breadcrumbs/:id', { params: { id: crumb }, query })) as Envelope;
  }

  /** The text that an agent would read. */
  async rendering(crumb: string, { version }: { version?: number } = {}): Promise<RenderedView> {
    const request = { params: { id: crumb }, query: { view: 'llm', version } } as const;
    return (await call(this.gateway, 'GET /v1/breadcrumbs/:id', request)) as RenderedView;
  }

  /** All versions, oldest first. */
  async history(crumb: string): Promise<readonly Envelope[]> {
    return (await call(this.gateway, 'GET /v1/breadcrumbs/:id/history', { params: { id: crumb } })).versions;
  }

  /** Changes a breadcrumb if `version` is still its latest. */
  change(crumb: string, version: number, patch: Patch): Promise<Receipt> {
    const request = {
      params: { id: crumb },
      ifMatch: version,
      body: patch as RequestTo<'PATCH /v1/breadcrumbs/:id'>['body'],
    };
    return call(this.gateway, 'PATCH /v1/breadcrumbs/:id', request);
  }

  /** What the erasure of a breadcrumb would do; changes nothing. For whoever may erase it. */
  previewErasure(crumb: string): Promise<ErasurePreview> {
    return call(this.gateway, 'GET /v1/breadcrumbs/:id/erasure', { params: { id: crumb } });
  }

  /** The erased messages and answers of a session that this key was allowed to read, the latest first; at most 200. */
  async erasedMessages(session: string): Promise<ErasedMessages['erased']> {
    const { erased } = await call(this.gateway, 'GET /v1/sessions/:session/erased', { params: { session } });
    return erased;
  }

  /** Erases all versions of a breadcrumb; `derived` lists breadcrumbs that may still quote it, and memories and summaries that are made again without it. */
  erase(crumb: string, version: number): Promise<Receipt & { readonly derived: readonly DerivedRef[] }> {
    return call(this.gateway, 'DELETE /v1/breadcrumbs/:id', { params: { id: crumb }, ifMatch: version });
  }

  list(filter: ListFilter = {}): Promise<Page> {
    return call(this.gateway, 'GET /v1/breadcrumbs', { query: filter });
  }

  /** All breadcrumbs of a list, page by page. */
  async *all(filter: ListFilter = {}): AsyncGenerator<Envelope> {
    for (let cursor: string | undefined = filter.cursor, first = true; first || cursor !== undefined; first = false) {
      const page: Page = await this.list({ ...filter, cursor });
      yield* page.breadcrumbs;
      cursor = page.next_cursor;
    }
  }

  search(request: RequestTo<'POST /v1/search'>['body']): Promise<SearchReply> {
    return call(this.gateway, 'POST /v1/search', { body: request });
  }

  /** The log from a cursor on; reconnects by itself. */
  events({ schemas, session, trail, kinds, ...options }: EventFilter & FollowOptions = {}): AsyncGenerator<StreamItem> {
    const query = { schema: schemas, session, trail, kind: kinds };
    return followStream(this.gateway, 'GET /v1/events', { query }, options);
  }

  /** Sends a message. With `wait_ms`, waits that long for the answers. */
  say(
    session: string,
    content: string,
    { wait_ms, tags, audience, author, files, idempotencyKey }: MessageOptions = {},
  ): Promise<MessageReceipt> {
    const body = {
      content,
      ...(tags && { tags }),
      ...(audience && { audience }),
      ...(author && { author }),
      ...(files && { files }),
      ...(wait_ms === undefined ? {} : { wait_ms }),
    };
    return call(this.gateway, 'POST /v1/sessions/:session/messages', { params: { session }, body, idempotencyKey });
  }

  /** Uploads a file of at most 4 MiB, for a message within 24 hours. */
  async upload(name: string, bytes: Uint8Array): Promise<UploadedFile> {
    const body = { name, data: encodeBase64(bytes) };
    const { hash } = await call(this.gateway, 'POST /v1/attachments', { body });
    return { hash, name };
  }

  /** Lets an agent of the session speak, muted or not; without an agent, whom its strategy chooses. With `wait_ms`, waits that long for the answers. */
  speak(session: string, { idempotencyKey, ...body }: SpeakOptions = {}): Promise<MessageReceipt> {
    return call(this.gateway, 'POST /v1/sessions/:session/speak', { params: { session }, body, idempotencyKey });
  }

  /** The live events of a session: parts of replies while they are written, then the breadcrumbs. Reconnects by itself. */
  watch(session: string, options: FollowOptions = {}): AsyncGenerator<StreamItem> {
    return followStream(this.gateway, 'GET /v1/sessions/:session/stream', { params: { session } }, options);
  }

  /** The turns that a breadcrumb started. */
  turnsOf(crumb: string): Promise<WokenTurns> {
    return call(this.gateway, 'GET /v1/breadcrumbs/:id/turns', { params: { id: crumb } });
  }

  /** Ends a turn now and keeps the text written so far; a closed turn is not changed. */
  stopTurn(turn: string): Promise<StoppedTurn> {
    return call(this.gateway, 'POST /v1/turns/:id/stop', { params: { id: turn } });
  }

  /** One page of the sessions in which the key may read a breadcrumb, the one with the latest first. */
  sessions(filter: SessionFilter = {}): Promise<ListedSessions> {
    return call(this.gateway, 'GET /v1/sessions', { query: filter });
  }

  /** One page of the trails of which the key may read a breadcrumb, latest first. */
  trails(filter: TrailFilter = {}): Promise<ListedTrails> {
    return call(this.gateway, 'GET /v1/trails', { query: filter });
  }

  /** Turns, errors, latency, tokens and cost of a period, by day, agent or model. */
  usage(query: UsageQuery): Promise<UsageReport> {
    return call(this.gateway, 'GET /v1/usage', { query });
  }

  trail(crumb: string): Promise<TrailTree> {
    return call(this.gateway, 'GET /v1/trails/:id', { params: { id: crumb } });
  }

  /** The bytes of a file of a breadcrumb: of a message, or one that an agent keeps. */
  async downloadFile(breadcrumb: string, hash: string): Promise<Blob> {
    const params = { id: breadcrumb, hash };
    return (await send(this.gateway, 'GET /v1/breadcrumbs/:id/files/:hash', { params })).blob();
  }

  /** A trail as an NDJSON file: every breadcrumb, context and output that this key may read. */
  async exportTrail(crumb: string, { signal }: { signal?: AbortSignal } = {}): Promise<ReadableStream<Uint8Array>> {
    const response = await send(this.gateway, 'GET /v1/trails/:id/export', { params: { id: crumb }, signal });
    return response.body ?? new ReadableStream();
  }

  /** The same as `contexts.preview`. */
  preview(request: RequestTo<'POST /v1/contexts/preview'>['body']): Promise<PreviewReply> {
    return this.contexts.preview(request);
  }

  /** The same as `contexts.explain`. */
  explain(context: string): Promise<Explanation> {
    return this.contexts.explain(context);
  }
}
