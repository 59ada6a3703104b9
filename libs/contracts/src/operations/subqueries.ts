import { z } from 'zod';
import type { SubqueryDefV1, SubqueryTemplate, ToolResponseV1 } from '../generated/types';
import { AGENT_EXECUTOR, GATEWAY, TOOL_RUNNER } from '../service-names';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { jsonSchema } from './zod-json-schema';
import { list, name, position, text, time } from './request-fields';

/** The most characters of one part, and the most parts, that a subquery may be about; the model reads fewer. */
const MAX_PART_CHARACTERS = 512 * 1024;
const MAX_PARTS = 1_024;
const MAX_REQUEST_CHARACTERS = 4_000;
/** The most words that a limit may allow. */
const MAX_WORDS = 1_000;

const contentPart = z.object({
  /** When it was said. */
  at: time.optional(),
  /** Who said it. */
  by: text.optional(),
  text: z.string().max(MAX_PART_CHARACTERS),
});

const content = z.object({
  /** What it is, such as an address or the name of a session. */
  source: z.string().max(2_048),
  /** In order; one part for a text, one for each message of a chat. */
  parts: list(contentPart, MAX_PARTS),
  /** The parts nearest to this time are kept when not all fit; absent: a text keeps its beginning, a chat its end. */
  around: time.optional(),
});

/** What a subquery is about. */
export type SubqueryContent = Readonly<z.infer<typeof content>>;

/** What kind of answer a subquery gives: the types of a subquery.def.v1. */
export const SUBQUERY_TYPES = [
  'question',
  'session_summary',
  'image_prompt',
  'impersonation',
  'continuation',
  'emotion',
] as const satisfies readonly SubqueryDefV1['type'][];

/**
 * What the model of a subquery reads besides the request and the content. `fork`: everything that the asking agent was sent, in the same
 * words. `fresh`: nothing. `agent`: the system prompt of another agent, whose model answers.
 */
export const SUBQUERY_KINDS = ['fork', 'fresh', 'agent'] as const;

export type ModelCallRecord = NonNullable<ToolResponseV1['model_calls']>[number];

/** The outcome of a subquery: an answer or an error, and what it took. */
export interface SubqueryReply {
  readonly answer?: string;
  readonly error?: { readonly code: string; readonly message: string };
  readonly model_calls: readonly ModelCallRecord[];
  /** What the model was not sent, or what is missing from the answer, because of a limit. */
  readonly trimmed?: SubqueryTrimming;
}

/** What was left out of a subquery. */
export interface SubqueryTrimming {
  /** Tokens of the content. */
  readonly content_tokens?: number;
  /** The oldest messages of the asking agent's prompt. */
  readonly messages?: number;
  /** Words of the answer. */
  readonly words?: number;
}

/** Asks a model a question in the name of an agent whose turn waits for a tool. Nothing is stored: the tool's response holds the answer. */
export const AnswerSubquery = defineOperation({
  name: 'agent-executor.answer-subquery',
  service: AGENT_EXECUTOR,
  callers: [TOOL_RUNNER],
  role: null,
  allowsUnsafeJson: true,
  request: z.object({
    workspace: text,
    turn: text,
    /** Of the tool's request. */
    position,
    /** The call that asks, as its step numbers it. */
    step: z.int().min(1),
    ordinal: z.int().min(0),
    kind: z.enum(SUBQUERY_KINDS),
    /** With the kind `agent`: who answers. */
    agent: name.optional(),
    type: z.enum(SUBQUERY_TYPES),
    request: z.string().min(1).max(MAX_REQUEST_CHARACTERS),
    content: content.optional(),
    max_words: z.int().min(1).max(MAX_WORDS).optional(),
    /** With the pictures of the message that the asking agent answers. */
    pictures: z.boolean().optional(),
  }),
  reply: replyOf<SubqueryReply>(),
});
export type SubqueryRequest = RequestOf<typeof AnswerSubquery>;

/** What was sent to try a template, and what came back. */
export interface SubqueryTrial extends Pick<SubqueryReply, 'answer' | 'error' | 'trimmed' | 'model_calls'> {
  /** The last message that the model was sent. Absent: it was sent nothing. */
  readonly prompt?: string;
}

/** Asks a subquery with a template in place of that of the workspace, after what the agent of a recorded turn was sent. Nothing is stored; the gateway asks for operators only. */
export const TrySubquery = defineOperation({
  name: 'agent-executor.try-subquery',
  service: AGENT_EXECUTOR,
  callers: [GATEWAY],
  role: null,
  allowsUnsafeJson: true,
  request: z.object({
    workspace: text,
    turn: text,
    /** Of its context. */
    position,
    kind: z.enum(['fork', 'fresh']),
    type: z.enum(SUBQUERY_TYPES),
    template: jsonSchema<SubqueryTemplate>({ type: 'object' }).optional(),
    request: z.string().min(1).max(MAX_REQUEST_CHARACTERS),
    content: content.optional(),
    max_words: z.int().min(1).max(MAX_WORDS).optional(),
  }),
  reply: replyOf<SubqueryTrial>(),
});
export type TrySubqueryRequest = RequestOf<typeof TrySubquery>;
