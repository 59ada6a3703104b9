import type {
  Audience,
  AutoRounds,
  CrumbAuthor,
  EventKind,
  LlmHints,
  Participant,
  Ref,
  TurnChoice,
  TurnState,
} from '@crumbtrail/contracts';
import type { TurnApprovals } from '@crumbtrail/contracts/operations/turns';

/** Who may read a crumb. */
export type CrumbAccess = Pick<CrumbRecord, 'author_kind' | 'author_id' | 'audience'>;

/** A crumb that may quote one that is to be erased. */
export type DerivedRecord = Pick<CrumbRecord, 'id' | 'version' | 'schema_name'> & CrumbAccess;

/** A row of `crumb`. As in all rows here, times are ISO strings in UTC with milliseconds, so that they compare as text. */
export interface CrumbRecord {
  readonly workspace: string;
  readonly id: string;
  readonly schema_name: string;
  readonly session: string | null;
  readonly author_kind: Participant['kind'];
  readonly author_id: string;
  /** The display name that the author wrote under; null: none, or the crumb was erased. */
  readonly author_name: string | null;
  readonly audience: readonly string[];
  /** The readers whose answers it may inform; null: its audience. */
  readonly informs: readonly string[] | null;
  readonly trail_id: string;
  readonly cause_id: string | null;
  readonly cause_version: number | null;
  readonly hop: number;
  readonly imported: boolean;
  readonly created_at: string;
  readonly occurred_at: string;
  readonly created_position: number;
  readonly version: number;
  readonly position: number;
  readonly expires_at: string | null;
  readonly expired_at: string | null;
  readonly erased_at: string | null;
  readonly erased_by_kind: string | null;
  readonly erased_by_id: string | null;
  readonly traceparent: string | null;
  /** Of the current version; not a column of `crumb`. */
  readonly content_hash: string;
}

export interface VersionRecord {
  readonly workspace: string;
  readonly id: string;
  readonly version: number;
  readonly position: number;
  readonly title: string | null;
  readonly tags: readonly string[];
  readonly context: Record<string, unknown>;
  readonly llm_hints: LlmHints | null;
  readonly content_hash: string;
  readonly expires_at: string | null;
  readonly updated_at: string;
  /** Who made it, as `operator:ann`. Null: the author, in a first version; and in those that were written before this was recorded. */
  readonly updated_by: string | null;
}

export interface EventRecord {
  readonly position: number;
  readonly workspace: string;
  readonly id: string;
  readonly version: number;
  readonly kind: EventKind;
  readonly schema_name: string;
  readonly session: string | null;
  readonly trail_id: string;
  readonly cause_id: string | null;
  readonly cause_version: number | null;
  readonly hop: number;
  readonly author_kind: string;
  readonly author_id: string;
  readonly audience: readonly string[];
  readonly recipient: string | null;
  readonly imported: boolean;
  readonly content_hash: string;
  readonly traceparent: string | null;
  readonly created_at: string;
  /** Not stored: whether a user.message.v1 leaves others; null or absent: it is none. */
  readonly leaves?: boolean | null;
}

export interface TurnRecord {
  readonly workspace: string;
  readonly id: string;
  readonly agent: string;
  readonly lane: string;
  readonly session: string | null;
  readonly state: TurnState;
  readonly cause_id: string;
  readonly cause_version: number;
  readonly cause_position: number;
  /** The place of the agent among those that the trigger wakes, from 0: turns on one trigger open in this order. */
  readonly place: number;
  /** Author of the trigger, such as `user:ann`, who may read a private answer to it. */
  readonly cause_author: string;
  /** Of the trigger. */
  readonly audience: readonly string[];
  /** Who may read the answer, where its context made it fewer than the trigger says; null: who the trigger says. */
  readonly readers: readonly string[] | null;
  readonly trail_id: string;
  /** Of the turn's crumb. */
  readonly hop: number;
  readonly definition_id: string;
  readonly definition_version: number;
  readonly generation: number;
  readonly runner: 'pool' | 'service';
  readonly turn_seconds: number;
  readonly turns_per_minute: number;
  readonly traceparent: string | null;
  readonly requested_at: string;
  /** Null too for a turn that was refused: it never ran, and does not count as one that did. */
  readonly opened_at: string | null;
  readonly deadline_at: string | null;
  readonly closed_at: string | null;
  readonly response_id: string | null;
  readonly action: string | null;
  /** Why the agent speaks; null where neither a strategy nor a trigger chose it. */
  readonly chosen: TurnChoice | null;
  /** The rounds that follow once the turns of the lane are closed; null: none. */
  readonly auto: AutoRounds | null;
  /** What waits for a person; null: nothing. */
  readonly approvals: TurnApprovals | null;
  /** Milliseconds that it has waited for people; without those since `approvals.since`. */
  readonly waited_ms: number;
}

/** A message of a session that no conductor has decided about yet. */
export interface UndecidedRecord {
  readonly workspace: string;
  readonly session: string;
  readonly id: string;
  readonly position: number;
  readonly created_at: string;
}

export interface ClaimRecord {
  readonly workspace: string;
  readonly key: string;
  readonly fence: number;
  readonly holder: string;
  readonly until: string;
}

export interface DueRecord {
  readonly kind: DueKind;
  readonly workspace: string;
  readonly key: string;
  /** Null if it is no longer due. */
  readonly due_at: string | null;
}

export interface DecisionRecord {
  readonly workspace: string;
  readonly cause_id: string;
  readonly cause_version: number;
  readonly turns: number;
  /** Why no turn was requested, or with turns why other agents do not speak; null if nobody said why. */
  readonly reason: string | null;
  readonly decided_at: string;
}

export interface ReplyRecord {
  readonly workspace: string;
  readonly caller: string;
  readonly key: string;
  readonly request_hash: string;
  readonly reply: unknown;
  readonly created_at: string;
}

export interface BlobRecord {
  readonly workspace: string;
  readonly crumb_id: string;
  readonly text: string;
  readonly quotes: readonly Ref[];
}

/** What can be due by the database's clock. */
export type DueKind =
  'deadline' | 'expiry' | 'lane' | 'timer' | 'schedule' | 'round' | 'approval' | 'lane-hold' | 'request';

const EVERYBODY = '*';
const AGENTS = '@agents';

/** An audience in its stored form. Names of participants cannot begin with `*` or `@`. */
export function audienceTokens(audience: Audience): readonly string[] {
  if (audience === 'all') return [EVERYBODY];
  return audience === 'agents' ? [AGENTS] : [...audience];
}

/** An audience as contracts express it. */
export function audienceOf(tokens: readonly string[]): Audience {
  if (tokens.includes(EVERYBODY)) return 'all';
  return tokens.includes(AGENTS) ? 'agents' : [...tokens];
}

/** The author of a crumb as contracts express it. */
export function authorOf({
  author_kind: kind,
  author_id: id,
  author_name: name,
}: Pick<CrumbRecord, 'author_kind' | 'author_id' | 'author_name'>): CrumbAuthor {
  return name === null ? { kind, id } : { kind, id, name };
}

/** Key of a crumb, a turn or anything else that has an id in a workspace. */
export const keyOf = (workspace: string, id: string): string => `${workspace}/${id}`;

/** Key of one version of a crumb. */
export const versionKey = (workspace: string, id: string, version: number): string => `${workspace}/${id}@${version}`;
