import type {
  AgentContextV1,
  Blob,
  CalibrationReply,
  CalibrationRequest,
  ChunksReply,
  ChunksRequest,
  Envelope,
  Erased,
  Identity,
  Ref,
  RetrieveReply,
  RetrieveRequest,
} from '@crumbtrail/contracts';

/** Finds candidates for a context. */
export interface Retriever {
  retrieve(request: RetrieveRequest): Promise<RetrieveReply>;
}

/** What bills taught, if it is known, and how many queries that took. */
export interface Learnt {
  readonly learnt: CalibrationReply | null;
  readonly queries: number;
}

/** Says what bills taught about counts; an answer may be a minute old. */
export interface Calibrator {
  /**
   * What is known, asked for within so many queries; with room for none, what is remembered, and the asking goes on beside the
   * build, for the next one.
   */
  calibration(request: CalibrationRequest, room: number): Promise<Learnt>;
}

/** Crumbs as of a position, in the order asked, with the position and the database's clock. */
export interface Snapshot {
  readonly crumbs: readonly (Envelope | Erased | null)[];
  readonly position: number;
  readonly now: string;
}

/** Reads a workspace: crumbs by id with the station's own eyes, candidates with those of whoever's key it was opened with. */
export interface BreadcrumbReader extends Retriever, Calibrator {
  readonly workspace: string;
  read(refs: readonly { readonly id: string; readonly version?: number }[], asOf?: number): Promise<Snapshot>;
  /** Crumbs by id as far as whoever's key it was opened with may see them, at the head. */
  see(refs: readonly { readonly id: string; readonly version?: number }[]): Promise<Snapshot>;
  /** Pieces of text as they were indexed, as far as both the viewer and the key may see them. */
  chunks(request: ChunksRequest): Promise<ChunksReply>;
  /** Whose key came with the request; null where a station asks for itself. */
  whoAsks(): Promise<Identity | null>;
}

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
  abstract leave(workspace: string, draft: ContextDraft, traceparent?: string): Promise<void>;
}
