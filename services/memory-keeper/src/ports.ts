import type {
  Audience,
  Crumb,
  CrumbEvent,
  Envelope,
  Fence,
  FindLeft,
  FunctionCallReply,
  FunctionCallRequest,
  Identity,
  MemoryLong,
  MemoryShort,
  ReadWindowRequest,
  Ref,
  RequestOf,
  ScopeStart,
  SessionSummary,
  SessionV1,
  Write,
} from '@crumbtrail/contracts';
import type { KeeperSettings } from './settings';

export type ShortMemory = Crumb<typeof MemoryShort>;
export type LongMemory = Crumb<typeof MemoryLong>;
/** A memory of either tier. */
export type Memory = ShortMemory | LongMemory;
export type Summary = Crumb<typeof SessionSummary>;

export const isShort = (memory: Memory): memory is ShortMemory => 'until' in memory.context;

/** What rests on a breadcrumb. */
export interface RestingCrumbs {
  readonly memories: readonly Memory[];
  readonly summaries: readonly Summary[];
}

/** The memories of an agent that the same readers may read. */
export interface MemoryGroup {
  readonly workspace: string;
  readonly agent: string;
  readonly readers: Audience;
}

/** Such a group in one session. */
export interface SessionGroup extends MemoryGroup {
  readonly session: string;
}

/** Knows which agents have a memory. */
export abstract class MemoryAgents {
  /** The settings of the agent's memory; null where it has none. Cached until any definition is written. */
  abstract settings(workspace: string, agent: string): Promise<KeeperSettings | null>;
}

/** The members of a session whose messages leave a window. */
export type WindowMembers = NonNullable<SessionV1['members']>;

/** Reads and writes memories and what they rest on. */
export abstract class MemoryStore {
  /** The crumb of an event; null where it is erased. */
  abstract readEvent(event: CrumbEvent): Promise<Envelope | null>;
  /** Those of the crumbs that are not erased. */
  abstract readPresent(workspace: string, ids: readonly string[]): Promise<readonly Envelope[]>;
  /** The short-term memory of a group in a session; null before its first compaction. */
  abstract short(group: SessionGroup): Promise<ShortMemory | null>;
  /** The sections of a group. */
  abstract sections(group: MemoryGroup): Promise<readonly LongMemory[]>;
  /** All memories of an agent, whoever may read them. */
  abstract memories(workspace: string, agent: string): Promise<readonly Memory[]>;
  /** A memory by id; null where it does not exist or is erased. */
  abstract memory(workspace: string, id: string): Promise<Memory | null>;
  /** What the group has said after a position, in the order of the log. */
  abstract window(
    group: SessionGroup,
    request: Pick<ReadWindowRequest, 'after' | 'limit' | 'min_position'>,
  ): Promise<readonly Envelope[]>;
  abstract members(workspace: string, session: string): Promise<WindowMembers>;
  /** The names that agents have in their definitions; agents without one are left out. */
  abstract agentNames(workspace: string, agents: readonly string[]): Promise<WindowMembers>;
  /** Where the scopes of a session began of which everybody may know, in time order. */
  abstract scopes(workspace: string, session: string): Promise<readonly ScopeStart[]>;
  /** The summaries of a session by all authors, newest first. */
  abstract summaries(workspace: string, session: string): Promise<readonly Summary[]>;
  /** Memories and summaries that rest on a crumb in any version. */
  abstract restingOn(workspace: string, source: string, minPosition?: number): Promise<RestingCrumbs>;
  /** Breadcrumbs that their conversation has left, as when a question is edited or asked again: those that a message leaves, or those of a list. */
  abstract findLeft(workspace: string, request: RequestOf<typeof FindLeft>): Promise<readonly string[]>;
  /** Memories of which any version has a fact. */
  abstract having(workspace: string, fact: string): Promise<readonly Memory[]>;
  /** The first revision under which a memory can be created: those before it were erased. */
  abstract freeRevision(
    workspace: string,
    identity: 'memory_short' | 'memory_long' | 'summary',
    key: object,
  ): Promise<number>;
  /** Commits all writes or none. Null where one of them lost against another change; throws a TransientError for a fence that is stale. */
  abstract commit(workspace: string, writes: readonly Write[], fence?: Fence): Promise<readonly Ref[] | null>;
  /** Who may read the answer of a turn. */
  abstract answerReaders(workspace: string, turn: string): Promise<Audience>;
  /** Whose key it is. */
  abstract identify(workspace: string, key: string): Promise<Identity>;
}

/** Lets one keeper at a time work on a session. */
export abstract class MemoryClaims {
  /** Rejects with a TransientError where another keeper holds it. */
  abstract hold<Result>(group: SessionGroup, work: (fence: Fence) => Promise<Result>): Promise<Result>;
}

/** Asks the model that manages memories. */
export abstract class MemoryModel {
  abstract call(workspace: string, request: FunctionCallRequest): Promise<FunctionCallReply>;
}
