import type {
  AgentContextV1,
  Blob,
  CalibrationReply,
  CalibrationRequest,
  ChunksReply,
  ChunksRequest,
  Envelope,
  Erased,
  PrefetchPreviewRequest,
  Identity,
  Ref,
  RetrieveReply,
  RetrieveRequest,
} from '@crumbtrail/contracts';
import type { DefinedTool } from './plan/tool-selection';

/** Finds candidates for a context. */
export interface Retriever {
  retrieve(request: RetrieveRequest): Promise<RetrieveReply>;
}

/** What bills taught, if it is known, and how many queries that took. */
export interface LearnedCalibration {
  readonly learned: CalibrationReply | null;
  readonly queries: number;
}

/** Says what bills taught about counts; an answer may be a minute old. */
export interface Calibrator {
  /**
   * What is known, asked for within so many queries; with room for none, what is remembered, and the asking goes on beside the
   * build, for the next one.
   */
  calibration(request: CalibrationRequest, room: number): Promise<LearnedCalibration>;
}

/** Knows the tools of a workspace. */
export interface ToolSource {
  /** All that are defined as of a position, and how many queries it took to say so. */
  tools(asOf: number): Promise<{ readonly defined: readonly DefinedTool[]; readonly queries: number }>;
}

type CrumbRefs = readonly { readonly id: string; readonly version?: number }[];

/** Crumbs as of a position, in the order asked, with the position and the database's clock. */
export interface WorkspaceSnapshot {
  readonly crumbs: readonly (Envelope | Erased | null)[];
  readonly position: number;
  readonly now: string;
}

/** What is expected to be wanted of the store, position and time aside. */
export type ExpectedRetrieval = PrefetchPreviewRequest['retrieve'];

/** What was read, whose key it was, and the candidates expected to be wanted as of that reading. */
export interface PrefetchedPreview {
  readonly snapshot: WorkspaceSnapshot;
  readonly identity: Identity | null;
  readonly found: RetrieveReply;
}

/** Reads a workspace: crumbs by id with the service's own eyes, candidates with those of whoever's key it was opened with. */
export interface BreadcrumbReader extends Retriever, Calibrator, ToolSource {
  readonly workspace: string;
  read(refs: CrumbRefs, asOf?: number): Promise<WorkspaceSnapshot>;
  /** `read`, `whoAsks` and, as of what was read, `retrieve` in one question. */
  prefetch(refs: CrumbRefs, asOf: number | undefined, expected: ExpectedRetrieval): Promise<PrefetchedPreview>;
  /** Crumbs by id as far as whoever's key it was opened with may see them, at the head. */
  readAsClient(refs: CrumbRefs): Promise<WorkspaceSnapshot>;
  /** Pieces of text as they were indexed, as far as both the viewer and the key may see them. */
  chunks(request: ChunksRequest): Promise<ChunksReply>;
  /** Whose key came with the request; null where a service asks for itself. */
  identify(): Promise<Identity | null>;
}

/** What a preview asks of a workspace. */
export type PreviewReader = Pick<
  BreadcrumbReader,
  'workspace' | 'read' | 'identify' | 'retrieve' | 'calibration' | 'tools'
>;

/** Opens workspaces, for a client's key where one came with the request. */
export abstract class Workspaces {
  abstract reader(workspace: string, as: { readonly key?: string; readonly traceparent?: string }): BreadcrumbReader;
}

/** What one build leaves. */
export interface ContextDraft {
  readonly context: AgentContextV1;
  readonly blob: Blob;
  readonly cause: Ref;
  readonly session?: string;
}

/** Leaves a turn's context; when there is one already, that one stands. */
export abstract class ContextPublisher {
  abstract publish(workspace: string, draft: ContextDraft, traceparent?: string): Promise<void>;
}
