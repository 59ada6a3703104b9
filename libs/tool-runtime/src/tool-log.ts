import type {
  CommitReply,
  Draft,
  Envelope,
  Ref,
  SearchReply,
  SearchRequest,
  ToolResponseV1,
  CommitResult,
} from '@crumbtrail/contracts';

/** A request of another tool, as part of this one's work. */
export interface PartRequest {
  /** Its name within this request: asking again for a name that was asked for changes nothing. */
  readonly name: string;
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

/** A part that was asked for. */
export interface PartResult {
  /** Its tool must not run twice, and was begun. */
  readonly started?: true;
  readonly response?: Pick<ToolResponseV1, 'status' | 'output' | 'error'>;
}

export type CallPermission = 'callable' | 'unknown_tool' | 'not_granted';

/**
 * The log as a tool may touch it: as far as the agent that asked may, under the request's claim. Each method rejects with a
 * PermanentError that names the missing permission. Doing the same again, after a crash, leaves nothing twice.
 */
export interface ToolLog {
  /** `search`: as far as the agent that asked may see. */
  search(request: SearchRequest): Promise<SearchReply>;
  /** `create`; `timers` for timers and schedules: crumbs with the request as their cause. */
  leave(drafts: readonly Draft[]): Promise<CommitReply>;
  /** Same: what was left of one schema for the agent (its payload names it as `agent`), newest first, of the last 10,000 that its runner has left. */
  own(schema: string): Promise<readonly Envelope[]>;
  /** Same: the next version of a crumb that `own` gave, or its end (`null`). */
  change(crumb: Ref & { readonly schema_name: string }, context: Record<string, unknown> | null): Promise<CommitResult>;
  /** `requests`: asks for other tools; the agent must be granted them too. A tool that there is none of rejects, and nothing is asked. */
  ask(parts: readonly PartRequest[]): Promise<void>;
  /** `requests`: those of the parts that were asked for, by name, with what they gave as soon as it is there. */
  parts(names: readonly string[]): Promise<ReadonlyMap<string, PartResult>>;
  /** `requests`: which of these tools the agent may have called for it. */
  callable(tools: readonly string[]): Promise<ReadonlyMap<string, CallPermission>>;
}
