import { z } from 'zod';
import type { SessionV1 } from '../generated/types';
import type { Envelope, Ref } from '../record';
import { BREADCRUMB_STORE, TOOL_RUNNER } from '../service-names';
import { defineOperation, replyOf } from './define-operation';
import { list, name, text, time } from './request-fields';

/** A past session of which texts were found, and its members. */
export interface RecalledSession extends Ref {
  readonly name: string;
  readonly members: NonNullable<SessionV1['members']>;
}

/** For whom a past session is read. */
const reader = {
  /** The agent that reads: it must have taken part, and be allowed to read each text. */
  viewer: name,
  /** The turn whose answer will tell the texts: everybody who may read that answer must be allowed to read them. */
  turn: z.uuid(),
};

/** A message of a session. */
export interface SessionMessage {
  readonly at: string;
  /** Id of the author. */
  readonly by: string;
  /** At most 20,000 characters. */
  readonly text: string;
}

export interface SessionMessagesReply {
  /** False also for a session that does not exist. */
  readonly took_part: boolean;
  /** In their order. */
  readonly messages: readonly SessionMessage[];
}

/** Reads messages of a session in which an agent took part: the 400 before a time and the 400 after it, or the newest 800. */
export const ReadSessionMessages = defineOperation({
  name: 'store.session-messages',
  service: BREADCRUMB_STORE,
  callers: [TOOL_RUNNER],
  role: null,
  request: z.object({ ...reader, session: text, around: time.optional() }),
  reply: replyOf<SessionMessagesReply>(),
});

/** The most breadcrumbs that {@link ReadForTurn} reads at once. */
export const MAX_READ_FOR_TURN = 32;

/** Reads breadcrumbs for an agent, in the order of the ids: null for what does not exist, and for what the agent or a reader of the answer may not read. */
export const ReadForTurn = defineOperation({
  name: 'store.read-for-turn',
  service: BREADCRUMB_STORE,
  callers: [TOOL_RUNNER],
  role: null,
  request: z.object({ ...reader, ids: list(z.uuid(), MAX_READ_FOR_TURN) }),
  reply: replyOf<{ readonly crumbs: readonly (Envelope | null)[] }>(),
});

/** A scenario of a session. */
export interface PastScenario {
  readonly session: string;
  /** When it was written. */
  readonly at: string;
  readonly scenario: string;
  /** Who takes part in its session, agents without a name there under that of their definition. Only where the scenario has macros. */
  readonly members?: NonNullable<SessionV1['members']>;
  /** Cosine of its vector with that of the request's text, by the embedder that serves; absent without a text. */
  readonly similarity?: number;
}

export interface PastScenariosReply {
  readonly scenarios: readonly PastScenario[];
}

/** Reads the scenarios of sessions in which an agent took part, also those that were replaced; not the one that applies in its session now. */
export const ReadPastScenarios = defineOperation({
  name: 'store.past-scenarios',
  service: BREADCRUMB_STORE,
  callers: [TOOL_RUNNER],
  role: null,
  request: z.object({
    ...reader,
    /** The session of the turn. */
    session: text.optional(),
    /** The most similar scenarios come first; absent: the newest do. */
    similar_to: z.string().min(1).max(16_384).optional(),
    limit: z.int().min(1).max(50),
  }),
  reply: replyOf<PastScenariosReply>(),
});
