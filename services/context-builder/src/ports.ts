import type {
  AgentContextV1,
  AgentName,
  AnswerGroundingV1,
  Audience,
  Blob,
  CalibrationReply,
  CalibrationRequest,
  ChunksReply,
  ChunksRequest,
  ContextShadowBuildV1,
  ContextShadowV1,
  Envelope,
  PrefetchPreviewRequest,
  PreviousPackingReply,
  PreviousPackingRequest,
  Identity,
  ReadReply,
  Ref,
  RetrieveReply,
  RetrieveRequest,
  SessionActivityReply,
  SessionActivityRequest,
  Viewer,
} from '@crumbtrail/contracts';
import type { AppliedLore, NamedBook } from './scene/applied-lore';
import type { DefinedTool } from './plan/tool-selection';

/** Finds candidates for a context. */
export interface Retriever {
  retrieve(request: RetrieveRequest): Promise<RetrieveReply>;
}

/** The calibration of token counts by billed tokens, null if there is none, and the number of queries that it took. */
export interface LearnedCalibration {
  readonly learned: CalibrationReply | null;
  readonly queries: number;
}

/** Knows how far token counts are from what providers bill. */
export interface Calibrator {
  /**
   * The calibration of a model, which may be a minute old.
   * @param spareQueries queries that the build may still make. With 0 only what is remembered is returned, and what is missing is
   *   loaded in the background for the next build.
   */
  calibration(request: CalibrationRequest, spareQueries: number): Promise<LearnedCalibration>;
}

/** Knows the tools of a workspace. */
export interface ToolSource {
  /** All tools defined as of a position, and the number of queries that took. */
  tools(asOf: number): Promise<{ readonly defined: readonly DefinedTool[]; readonly queries: number }>;
}

/** Knows how agents are called. */
export interface AgentNameSource {
  /** Those of the agents whose definitions have a name, as of a position. One query. */
  agentNames(agents: readonly string[], asOf: number): Promise<readonly AgentName[]>;
}

/** Knows how an agent's latest context in a session was packed. */
export interface PackingSource {
  previousPacking(request: PreviousPackingRequest): Promise<PreviousPackingReply>;
}

/** What a scene depends on, besides itself. */
export interface SceneSource {
  sessionActivity(request: SessionActivityRequest): Promise<SessionActivityReply>;
  /** The named books as of a position, as far as every viewer may read them, and the number of queries that took. */
  lore(
    asOf: number,
    named: readonly NamedBook[],
    viewers: readonly Viewer[],
  ): Promise<{ readonly applied: AppliedLore; readonly queries: number }>;
}

/** A crumb by id, in its newest version or in the one named. */
export interface CrumbRef {
  readonly id: string;
  readonly version?: number;
}

/** Crumbs as of a position, in the order requested, with the position and the time of the database. */
export interface WorkspaceSnapshot {
  readonly crumbs: ReadReply['crumbs'];
  readonly position: number;
  readonly now: string;
}

/** A retrieval that is expected to follow, without its position and time. */
export type ExpectedRetrieval = PrefetchPreviewRequest['retrieve'];

/** What a prefetch read: crumbs, the identity of the client, and candidates as of that snapshot. */
export interface PrefetchedPreview {
  readonly snapshot: WorkspaceSnapshot;
  readonly identity: Identity | null;
  readonly found: RetrieveReply;
}

/** Reads a workspace: crumbs with the rights of this service, candidates with those of the client's key it was opened for. */
export interface WorkspaceReader
  extends Retriever, Calibrator, ToolSource, AgentNameSource, PackingSource, SceneSource {
  readonly workspace: string;
  /** Reads crumbs as of a position, default the head, with the rights of this service. */
  read(refs: readonly CrumbRef[], asOf?: number): Promise<WorkspaceSnapshot>;
  /** `read`, `identify` and, as of what was read, `retrieve` in one request. */
  prefetch(
    refs: readonly CrumbRef[],
    asOf: number | undefined,
    expected: ExpectedRetrieval,
  ): Promise<PrefetchedPreview>;
  /** Reads crumbs as of a position, default the head, as far as the client may read them. */
  readAsClient(refs: readonly CrumbRef[], asOf?: number): Promise<WorkspaceSnapshot>;
  /** Some crumbs as far as the client may read them, others with the rights of this service: one request where there is no client. */
  readForBoth(refs: {
    readonly client: readonly CrumbRef[];
    readonly service: readonly CrumbRef[];
  }): Promise<Record<'client' | 'service', WorkspaceSnapshot['crumbs']>>;
  /** The crumbs that share most words with a text, best first, as far as the client may read them; at most 100. `session`: only of this one. */
  searchAsClient(words: string, session?: string): Promise<readonly FoundCrumb[]>;
  /** The newest crumbs of a session, as far as the client may read them; at most `limit`. */
  newestAsClient(session: string, limit: number): Promise<readonly Envelope[]>;
  /** Reads chunks as they were indexed, as far as both the viewer and the client may read them. */
  chunks(request: ChunksRequest): Promise<ChunksReply>;
  /** The identity of the client's key; null where the request came without one. */
  identify(): Promise<Identity | null>;
}

/** A crumb that a search found. */
export interface FoundCrumb {
  readonly crumb: Envelope;
  /** How much of its score is that the words name its author, or the time at which it was written; 0: they do not. */
  readonly named: number;
  /** Do they name the time alone, and not the author? */
  readonly isNamedByTime: boolean;
}

/** The part of a reader that a preview needs. */
export type PreviewReader = Pick<
  WorkspaceReader,
  | 'workspace'
  | 'read'
  | 'identify'
  | 'retrieve'
  | 'calibration'
  | 'tools'
  | 'agentNames'
  | 'previousPacking'
  | 'sessionActivity'
  | 'lore'
>;

/** Opens workspaces, with the client's key where one came with the request. */
export abstract class WorkspaceReaders {
  abstract reader(workspace: string, as: { readonly key?: string; readonly traceparent?: string }): WorkspaceReader;
}

/** A context to publish. */
export interface ContextDraft {
  readonly context: AgentContextV1;
  readonly blob: Blob;
  readonly cause: Ref;
  readonly session?: string;
}

/** Publishes the context of a turn. If the turn has one already, that one is kept. */
export abstract class ContextPublisher {
  abstract publish(workspace: string, draft: ContextDraft, traceparent?: string): Promise<void>;
}

/** What a reply rests on, and who may know. */
export interface GroundingRecord {
  readonly context: AnswerGroundingV1;
  /** Those readers of the reply who may read every cited source too. */
  readonly audience: Audience;
}

/** Publishes what a reply rests on. If the reply has such a record already, that one is kept. */
export abstract class GroundingPublisher {
  abstract publish(workspace: string, record: GroundingRecord, traceparent?: string): Promise<void>;
}

/** Stores what shadows find. */
export abstract class ShadowStore {
  /** Stores a comparison. If the shadow has one of this context already, that one is kept. */
  abstract record(workspace: string, build: ContextShadowBuildV1): Promise<void>;
  /** What all builds of this version of a shadow have taken, in milliseconds. */
  abstract spent(workspace: string, shadow: Ref): Promise<number>;
  /** Stops a shadow, unless somebody has changed it meanwhile. */
  abstract stop(shadow: Envelope<ContextShadowV1>, because: string): Promise<void>;
}
