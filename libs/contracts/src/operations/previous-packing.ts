import { z } from 'zod';
import type { AgentContextV1, AgentResponseV1 } from '../generated/types';
import { BREADCRUMB_STORE, CONTEXT_BUILDER } from '../service-names';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { name, position, text } from './request-fields';

/** What the turn before was given, and the prices that its reply was billed at. */
export interface PreviousPackingReply {
  /** Absent where the agent had no context in the session, or none lately. */
  readonly previous?: {
    readonly context: string;
    /** Absent: `markdown`. */
    readonly format?: NonNullable<AgentContextV1['format']>;
    readonly account: AgentContextV1['account'];
    /** Absent where they are not known. */
    readonly prices?: NonNullable<AgentResponseV1['usage']>['prices'];
  };
}

/** Reads how the latest context of an agent was packed, among the latest 200 breadcrumbs of a session as of a position. */
export const PreviousPacking = defineOperation({
  name: 'store.previous-packing',
  service: BREADCRUMB_STORE,
  callers: [CONTEXT_BUILDER],
  role: null,
  request: z.object({ session: text, agent: name, as_of: position }),
  reply: replyOf<PreviousPackingReply>(),
});
export type PreviousPackingRequest = RequestOf<typeof PreviousPacking>;
