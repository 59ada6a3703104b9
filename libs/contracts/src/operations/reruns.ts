import { z } from 'zod';
import type {
  AgentContextV1,
  AgentDefV1,
  AgentResponseV1,
  AgentStepV1,
  ToolDefV1,
  ToolRequestV1,
  ToolResponseV1,
} from '../generated/types';
import type { Ref } from '../record';
import { AGENT_EXECUTOR, CONTEXT_BUILDER, GATEWAY } from '../service-names';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { buildOverrides } from './preview';
import type { ReplanReply } from './recorded-contexts';
import { position, text } from './request-fields';
import { jsonSchema } from './zod-json-schema';

/** Which definition and configuration a rerun changes: those of the turn, or the latest. */
export const RERUN_BASES = ['recorded', 'latest'] as const;

/** Changes of a definition, as requests bring them. */
export const definitionChanges = z.object({
  prompt: z.string().min(1).max(65_536).optional(),
  model: z.string().min(1).max(200).optional(),
  temperature: z.number().min(0).max(2).optional(),
  tools: z.array(z.string().min(1).max(200)).max(64).optional(),
});

/** The context of a rerun, and what the model needs besides. */
export interface RerunContextReply extends ReplanReply {
  /** The changed definition, with macros as they are written. */
  readonly definition: AgentDefV1;
  /** The crumb whose content was changed. */
  readonly definition_ref: Ref;
  readonly format: AgentContextV1['format'];
  /** Whether macros of the definition are expanded in this build. */
  readonly macros: boolean;
  /** The tools that are described to the model, the most relevant first. */
  readonly tools: readonly Ref[];
}

/**
 * Builds the context of a turn again for a rerun: its message as of its position of the log, with the definition changed. Writes nothing.
 */
export const RerunContext = defineOperation({
  name: 'context-builder.rerun-context',
  service: CONTEXT_BUILDER,
  callers: [],
  role: 'operator',
  request: buildOverrides.extend({
    context: text,
    base: z.enum(RERUN_BASES),
    changes: definitionChanges.extend({ definition: jsonSchema<AgentDefV1>({ type: 'object' }).optional() }),
  }),
  reply: replyOf<RerunContextReply>(),
});
export type RerunContextRequest = RequestOf<typeof RerunContext>;

/** A tool that is offered to the model of a rerun. */
export interface RerunTool extends Ref {
  readonly def: ToolDefV1;
}

/** What a model call of a rerun leads to: tools that it requests, or the end; `gone`: something that the turn needs was erased. */
export type RerunStepReply =
  | { readonly kind: 'step'; readonly step: AgentStepV1; readonly requests: readonly ToolRequestV1[] }
  | { readonly kind: 'end'; readonly response: AgentResponseV1 }
  | { readonly kind: 'gone'; readonly gone: string };

/**
 * Does the next model call of a rerun. The caller keeps its steps and results; the executor stores nothing and publishes nothing. The gateway
 * asks for operators only.
 */
export const RerunStep = defineOperation({
  name: 'agent-executor.rerun-step',
  service: AGENT_EXECUTOR,
  callers: [GATEWAY],
  role: null,
  request: z.object({
    workspace: text,
    turn: text,
    position,
    definition: jsonSchema<AgentDefV1>({ type: 'object' }),
    formatted: z.string(),
    format: jsonSchema<AgentContextV1['format']>({ type: 'string' }),
    macros: z.boolean(),
    tools: jsonSchema<readonly RerunTool[]>({ type: 'array' }),
    steps: jsonSchema<readonly AgentStepV1[]>({ type: 'array' }),
    responses: jsonSchema<readonly ToolResponseV1[]>({ type: 'array' }),
    timeout_ms: z.int().min(1),
  }),
  reply: replyOf<RerunStepReply>(),
});
export type RerunStepRequest = RequestOf<typeof RerunStep>;
