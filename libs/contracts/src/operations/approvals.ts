import { z } from 'zod';
import { BREADCRUMB_STORE } from '../service-names';
import type { CrumbAuthor } from '../record';
import type { ApprovalDecisionV1, ToolRequestV1 } from '../generated/types';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import type { CrumbLine } from './listings';
import { position, text } from './request-fields';

/** How an approval stands; `ended`: its turn ended before anybody decided. */
export const APPROVAL_STATUSES = ['waiting', 'approved', 'denied', 'answered', 'ended'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** What a list of approvals is limited to. */
export const APPROVAL_FILTERS = ['waiting', 'decided', 'ended'] as const;

/** How an approval stands after each decision. */
export const DECIDED_STATUSES: Readonly<Record<ApprovalDecisionV1['decision'], ApprovalStatus>> = {
  approve: 'approved',
  deny: 'denied',
  answer: 'answered',
};

/** What was decided about a tool request, by whom and when. */
export interface ApprovalVerdict extends Pick<ApprovalDecisionV1, 'decision' | 'reason' | 'timed_out'> {
  readonly by: CrumbAuthor;
  readonly at: string;
  readonly answer?: { readonly choices?: readonly string[]; readonly text?: string };
  /** The arguments that the person changed. */
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** A tool request that waits, or waited, for a person. */
export interface ApprovalView extends Pick<NonNullable<ToolRequestV1['approval']>, 'kind' | 'on_timeout'> {
  /** Of the tool request. */
  readonly id: string;
  readonly status: ApprovalStatus;
  readonly agent: string;
  readonly tool: string;
  /** The service that runs the tool. */
  readonly runner: string;
  /** As the agent wants to call it. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** JSON Schema of the arguments; absent if the definition of the tool was erased. */
  readonly input_schema?: Readonly<Record<string, unknown>>;
  readonly session?: string;
  /** The message or other crumb that woke the agent, if the caller may read it. */
  readonly trigger?: CrumbLine;
  readonly turn: string;
  readonly trail_id: string;
  /** Of the turn. */
  readonly context_id: string;
  /** What the agent wrote beside the call. */
  readonly said?: string;
  readonly asked_at: string;
  /** When `on_timeout` is decided; only while it waits. */
  readonly expires_at?: string;
  readonly deciders: readonly string[];
  /** Whether the caller may decide now. */
  readonly may_decide: boolean;
  /** Of the turn so far, as billed or else as counted; US dollars where prices are known. */
  readonly cost: { readonly calls: number; readonly tokens: number; readonly cost_usd?: number };
  readonly decision?: ApprovalVerdict;
}

export interface ApprovalsReply {
  readonly approvals: readonly ApprovalView[];
  readonly next_cursor?: string;
}

/** Lists the tool requests that wait, or waited, for a person and that the caller may read; latest first. */
export const ListApprovals = defineOperation({
  name: 'store.list-approvals',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'reader',
  request: z.object({
    /** Only this one, whatever its status. */
    id: text.optional(),
    /** Default: `waiting`. */
    status: z.enum(APPROVAL_FILTERS).optional(),
    session: text.optional(),
    turn: text.optional(),
    limit: z.int().min(1).max(500).optional(),
    cursor: z.string().max(1_024).optional(),
    min_position: position.optional(),
  }),
  reply: replyOf<ApprovalsReply>(),
});
export type ListApprovalsRequest = RequestOf<typeof ListApprovals>;
