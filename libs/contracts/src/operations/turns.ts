import { z } from 'zod';
import { AGENT_EXECUTOR, BREADCRUMB_STORE, CONDUCTOR, MEMORY_KEEPER, TOOL_RUNNER } from '../service-names';
import type { Ref } from '../record';
import { AGENT_SERVICE, defineOperation, replyOf, type RequestOf } from './define-operation';
import { list, name, position, ref, text } from './request-fields';

const turnChoice = z.object({
  /** The strategy of the session; `trigger` where an `agent.trigger.v1` named the agent. */
  strategy: z.enum(['natural', 'list', 'pooled', 'director', 'rules', 'trigger']),
  reason: z.string().max(400),
});
/** Why an agent speaks, in a session with a strategy or where it was triggered. */
export type TurnChoice = Readonly<z.infer<typeof turnChoice>>;

/** The rounds that the store requests once the turns of this decision are closed, in a session with `auto`. */
const autoRounds = z.object({
  /** Id of the message of a person that began the rounds. */
  since: text,
  /** Which round this is since that message, from 1. */
  number: z.int().min(1).max(100),
  delay_seconds: z.number().min(0).max(3_600),
});
export type AutoRounds = Readonly<z.infer<typeof autoRounds>>;

const turnRequest = z.object({
  agent: name,
  definition: ref,
  generation: z.int().min(0).max(1_000_000),
  chosen: turnChoice.optional(),
  /** A loop guard fired: the turn is opened and closed at once with this error, which everybody may read. */
  refused: z.object({ code: z.literal('hop_limit'), message: z.string() }).optional(),
});
export type TurnRequest = Readonly<z.infer<typeof turnRequest>>;

/** The tool requests of a turn that wait for a person. */
export interface TurnApprovals {
  /** Ids of the requests. */
  readonly requests: readonly string[];
  /** Milliseconds that were left until the turn's deadline when it began to wait. */
  readonly left_ms: number;
  /** When its lane becomes free for other turns. */
  readonly lane_until: string;
  /** When it began to wait. Absent of turns that began before this was recorded. */
  readonly since?: string;
}

export const TURN_STATES = ['queued', 'open', 'waiting', 'closed'] as const;

/** `waiting`: it waits for a person, and has left its lane. */
export type TurnState = (typeof TURN_STATES)[number];

export interface TurnView {
  readonly id: string;
  readonly agent: string;
  readonly state: TurnState;
  readonly cause: Ref;
  readonly response_id?: string;
  readonly chosen?: TurnChoice;
  /** A person has to decide before it continues. */
  readonly waits?: true;
}

/** The most turns that one `store.request-turns` may hold; a larger decision is sent in portions. */
export const MAX_REQUESTED_TURNS = 256;

/**
 * Stores the conductor's decision about one version of one crumb; an empty decision is stored too. A decision of more than 256 turns comes
 * in portions, in order: the turns of each are requested at once, and the crumb counts as decided with the last. Turn ids are derived, so
 * that a conductor which crashed between two portions sends them all again without doubles.
 */
export const RequestTurns = defineOperation({
  name: 'store.request-turns',
  service: BREADCRUMB_STORE,
  callers: [CONDUCTOR],
  role: null,
  request: z.object({
    cause: ref,
    turns: list(turnRequest, MAX_REQUESTED_TURNS),
    /** Why no agent wakes, in one sentence for the author of the crumb; with turns, why the other agents of a session with a strategy do not. */
    reason: z.string().max(1_024).optional(),
    /** Another round follows this one. */
    auto: autoRounds.optional(),
    /** Absent: `turns` is the whole decision. */
    portion: z
      .object({
        /** Turns of the decision in the portions before this one. */
        offset: position,
        /** Turns of the whole decision. */
        total: position,
      })
      .optional(),
  }),
  reply: replyOf<{ readonly turns: readonly TurnView[] }>(),
});
export type RequestTurnsRequest = RequestOf<typeof RequestTurns>;

/** Returns the processing state of a crumb: whether the conductor has decided on it, and the state of the turns it started. */
export const Turns = defineOperation({
  name: 'store.turns',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'reader',
  request: z.object({ cause: text }),
  reply: replyOf<{
    readonly decided: boolean;
    readonly turns: readonly TurnView[];
    /** Why no agent woke; absent where some did, or nobody said why. */
    readonly reason?: string;
    /** Why the other agents did not speak, where a strategy chose some. */
    readonly silent?: string;
    /** Retention has removed turns or decisions of the workspace that ended before this time, and the crumb is older. */
    readonly removed_before?: string;
  }>(),
});

/** What was said in a session since the latest message of a person, as of a position. */
export interface SessionTalkReply {
  /** The latest message of a person; absent: there is none. */
  readonly message?: Ref;
  /** The latest message of a person or an agent. */
  readonly last?: Ref;
  /** Agents that have answered since, each once, the latest last. */
  readonly speakers: readonly string[];
  /** Turns that were opened since. */
  readonly turns: number;
  /** Rounds that were asked for since, with the one that answers the message. */
  readonly rounds: number;
  /** Nobody has said anything since the round before the latest one was asked for. */
  readonly silent: boolean;
}

/** Returns what a strategy needs to know of a session's talk. Only sessions with a strategy cause it. */
export const SessionTalk = defineOperation({
  name: 'store.session-talk',
  service: BREADCRUMB_STORE,
  callers: [CONDUCTOR],
  role: null,
  request: z.object({
    session: name,
    as_of: position,
    /** The store answers from a state at or after this position. */
    min_position: position.optional(),
  }),
  reply: replyOf<SessionTalkReply>(),
});
export type SessionTalkRequest = RequestOf<typeof SessionTalk>;

export type ClaimReply =
  | {
      readonly granted: true;
      readonly fence: number;
      readonly until: string;
      /** Nobody has held it before. Absent: somebody has, it is renewed, or the store is older than this field. */
      readonly is_first?: true;
    }
  | { readonly granted: false; readonly retry_in_ms: number };

/** Gives one worker at a time the right to do one piece of work. */
export const Claim = defineOperation({
  name: 'store.claim',
  service: BREADCRUMB_STORE,
  callers: [AGENT_EXECUTOR, TOOL_RUNNER, MEMORY_KEEPER, AGENT_SERVICE],
  role: 'writer',
  request: z.object({
    key: text.min(1),
    ttl_ms: z.int().min(1).max(600_000),
    /** When given: renew this claim. */
    fence: position.optional(),
  }),
  reply: replyOf<ClaimReply>(),
});
export type ClaimRequest = RequestOf<typeof Claim>;

/**
 * Opens the turn of one agent on one crumb, for a custom agent loop: the agent's definition must say `runner: service`. The turn is the
 * one that a subscription would have opened; a second request returns the same turn.
 */
export const OpenTurn = defineOperation({
  name: 'store.open-turn',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'writer',
  request: z.object({ agent: name, cause: ref }),
  reply: replyOf<{ readonly turn: TurnView }>(),
});

/** A turn that is not closed, as its agent sees it. */
export interface UnfinishedTurn extends TurnView {
  readonly state: 'queued' | 'open';
  readonly session?: string;
  readonly trail_id: string;
  readonly requested_at: string;
  /** Only of open turns: when it is closed as unanswered. */
  readonly deadline_at?: string;
  /** Only while somebody holds a claim on it: until when. */
  readonly claimed_until?: string;
}

/** Lists the turns of one agent that are not closed, in the order of their triggers: for its own key, and for operators. */
export const ListUnfinishedTurns = defineOperation({
  name: 'store.list-unfinished-turns',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'reader',
  request: z.object({ agent: name, limit: z.int().min(1).max(500) }),
  reply: replyOf<{ readonly turns: readonly UnfinishedTurn[] }>(),
});

/** Stops a turn for a person: it ends at once in a response with action `stopped`. A closed turn stays unchanged. */
export const StopTurn = defineOperation({
  name: 'store.stop-turn',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'writer',
  request: z.object({
    turn: text,
    /** The part of the reply that was streamed by then. */
    content: z.string().max(262_144).optional(),
  }),
  reply: replyOf<{ readonly turn: TurnView }>(),
});
export type StopTurnRequest = RequestOf<typeof StopTurn>;

/** The cost of the finished turns of a trail, and the answers of one agent on it. */
export interface SpentReply {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly cost_usd: number;
  /** Hashes (SHA-256, hex) of the agent's answers on this trail, newest first, at most 32. */
  readonly said: readonly string[];
}

/** Sums the cost of a trail, for loop guards. */
export const Spent = defineOperation({
  name: 'store.spent',
  service: BREADCRUMB_STORE,
  callers: [AGENT_EXECUTOR, AGENT_SERVICE],
  role: null,
  request: z.object({ trail: text, agent: name }),
  reply: replyOf<SpentReply>(),
});
