import type {
  AgentDefV1,
  CommitReply,
  Draft,
  Envelope,
  PastScenario,
  ReadSessionMessages,
  Ref,
  ReplyOf,
  SearchReply,
  SearchRequest,
  ToolResponseV1,
  CommitResult,
  SessionV1,
} from '@crumbtrail/contracts';

/** A request of another tool, as part of this tool's work. */
export interface PartRequest {
  /** Its name within this request; requesting the same name again has no effect. */
  readonly name: string;
  readonly tool: string;
  readonly input: Record<string, unknown>;
  /** Names of the parts that had to end before it, for people who read the trail. @default none */
  readonly after?: readonly string[];
  /** Its runner is told of it at this time, in milliseconds since 1970. @default at once */
  readonly not_before?: number;
  /** For a tool that waits for a person: how many seconds at most. @default what the definition of the agent says, which is also the most */
  readonly wait_seconds?: number;
}

/** Who takes part in the session of a request. */
export interface SessionMember extends Required<
  Pick<NonNullable<SessionV1['members']>[number], 'kind' | 'id' | 'muted' | 'present'>
> {
  readonly name: string;
}

/** The one crumb of a schema that its key names, and who may read it once it is created. */
export type NamedDraft = Pick<Draft, 'schema_name' | 'context' | 'audience'>;

/** The next payload, from the present one; undefined before there is a crumb. */
export type ChangePayload = (before: Record<string, unknown> | undefined) => Record<string, unknown>;

/** A requested part. */
export interface PartResult {
  /** Its tool must not run twice, and was started. */
  readonly started?: true;
  /** Its runner is told of it at this time, in milliseconds since 1970. */
  readonly not_before?: number;
  /** The time in which it waited for a person, in milliseconds since 1970; without `until`: it still waits. */
  readonly waited?: { readonly since: number; readonly until?: number };
  readonly response?: Pick<ToolResponseV1, 'status' | 'output' | 'error'> & {
    /** When it was given, in milliseconds since 1970. Absent: it was erased. */
    readonly at?: number;
  };
}

/** A file that an agent keeps in the session. */
export interface KeptFile {
  /** Of its crumb. */
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly hash: string;
  readonly type: string;
  readonly bytes: number;
  /** The agent that saved it. */
  readonly owner: string;
  /** ISO time. */
  readonly saved_at: string;
}

/** The files of a session. */
export interface KeptFiles {
  /** Those that the agent and all readers of the turn's answer may read, newest first. */
  readonly readable: readonly KeptFile[];
  /** How many the agent itself has saved, and their bytes, also those that it may not show here. */
  readonly own: { readonly count: number; readonly bytes: number };
}

export type CallPermission = 'callable' | 'unknown_tool' | 'not_granted';

/**
 * The log for the requesting agent, under the request's claim. `search` reads with the agent's access; the other methods see only what
 * this runner requested or created for the agent. Each method rejects with a PermanentError that names the missing permission. Repeating a call after a crash creates nothing twice.
 */
export interface ToolLog {
  /** `search`: with the access of the requesting agent. */
  search(request: SearchRequest): Promise<SearchReply>;
  /** `search`: crumbs by id, as far as the agent and all who may read the turn's answer may read them; else null. */
  read(ids: readonly string[]): Promise<readonly (Envelope | null)[]>;
  /** `create`; `timers` for timers and schedules. Creates crumbs with the request as their cause. */
  create(drafts: readonly Draft[]): Promise<CommitReply>;
  /**
   * Same permission: the crumbs of one schema that this runner created for the agent (the payload's `agent`), newest
   * first, among its last 10,000.
   */
  listOwn(schema: string): Promise<readonly Envelope[]>;
  /** Same permission: updates a crumb that `listOwn` returned, or that the agent wrote by a tool, or erases it (`null`). */
  update(crumb: Ref & { readonly schema_name: string }, context: Record<string, unknown> | null): Promise<CommitResult>;
  /**
   * `create`: creates or changes the one crumb of a schema that tools may change (`x-crumb.changed_by_tools`); `define`: the definition of a tool or an agent. The fields of its key are in the
   * draft's payload. Runs `change` once more where somebody else has changed the crumb meanwhile. Writes nothing where the payload stays the same.
   */
  put(draft: NamedDraft, change: ChangePayload): Promise<Ref>;
  /** `define`: the latest definition of an agent; null where there is none that the requesting agent may read. */
  agentDefinition(agent: string): Promise<AgentDefV1 | null>;
  /** `search`: the members of the session, with their names; where it lists none, or outside of sessions, all agents of the workspace. */
  members(): Promise<readonly SessionMember[]>;
  /**
   * `search`: messages of a session in which the agent took part, around a time or the newest, that everybody who may read the turn's
   * answer may read.
   */
  sessionMessages(session: string, around?: string): Promise<ReplyOf<typeof ReadSessionMessages>>;
  /** `search`: the files that agents keep in the session. */
  keptFiles(): Promise<KeptFiles>;
  /** `search`: the bytes of one of them, in base64. */
  readFile(file: Pick<KeptFile, 'id' | 'hash'>): Promise<string>;
  /** `create`: keeps a file in the session, whose bytes are in base64; a repeated run keeps the same one. Returns its crumb. */
  keepFile(file: { readonly name: string; readonly type?: string; readonly data: string }): Promise<Ref>;
  /** `search`: scenarios of sessions in which the agent took part, the most similar to a text first, or the newest. */
  pastScenarios(wish: { readonly similar_to?: string; readonly limit: number }): Promise<readonly PastScenario[]>;
  /**
   * `requests`: requests other tools; the agent must be granted them too. One that needs a person waits for a decision. Rejects without any request when one of the
   * tools does not exist, and with a TransientError while the turn waits for its lane and a person would have to be asked.
   */
  request(parts: readonly PartRequest[]): Promise<void>;
  /** `requests`: the parts among these that were requested, by name, with their response once there is one. */
  readParts(names: readonly string[]): Promise<ReadonlyMap<string, PartResult>>;
  /** `requests`: which of these tools may be called for the agent. */
  checkCallable(tools: readonly string[]): Promise<ReadonlyMap<string, CallPermission>>;
}
