import { z } from 'zod';
import type { AgentContextV1 } from '../generated/types';
import { BREADCRUMB_STORE, CONTEXT_BUILDER } from '../service-names';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { name, position, text } from './request-fields';

type ContextScene = NonNullable<AgentContextV1['scene']>;

/** A sticky or cooldown effect of an entry of lore. */
export type TimedLoreEffect = NonNullable<ContextScene['lore']>['timed'][number];

/** How much has been said in a session as of a position. Erased messages do not count. */
export interface SessionActivityReply {
  /** Messages of people. */
  readonly user_messages: number;
  /** Answers that agents have spoken. */
  readonly agent_messages: number;
  /** For each requested position, in that order: how often agents have answered after it. */
  readonly answers_since: readonly number[];
  /** Of the latest answered turns, newest first: the timed effects of lore that their contexts left. Absent unless requested. */
  readonly lore_effects?: readonly TimedLoreEffect[][];
  /** When the message before the latest was written, as ISO 8601; absent where there is none. */
  readonly previous_message_at?: string;
}

/** Counts the messages of a session as of a position. */
export const SessionActivity = defineOperation({
  name: 'store.session-activity',
  service: BREADCRUMB_STORE,
  callers: [CONTEXT_BUILDER],
  role: null,
  request: z.object({
    session: text,
    as_of: position,
    /** Count answers after these positions, of all agents or of one. */
    /** Return the timed effects of lore. */
    lore: z.boolean().optional(),
    since: z.array(z.object({ position, agent: name.optional() })).max(8),
  }),
  reply: replyOf<SessionActivityReply>(),
});
export type SessionActivityRequest = RequestOf<typeof SessionActivity>;
