import { z } from 'zod';
import { AGENT_EXECUTOR, GATEWAY } from '../service-names';
import { defineOperation, replyOf } from './define-operation';
import { text } from './request-fields';

/** A message as a model reads it. */
export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  /** Only with the role `assistant`; `arguments` is JSON text. */
  readonly tool_calls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  /** Only with the role `tool`: the call that it answers. */
  readonly call_id?: string;
}

/** A tool as a model reads it. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly parameters: Record<string, unknown>;
}

/** One call of the model in a turn: what it was sent. */
export interface ModelCallRequest {
  /** Its number in the turn, from 1. */
  readonly call: number;
  /** The model that the definition names; absent: the default of the service. */
  readonly model?: string;
  readonly temperature?: number;
  readonly max_output_tokens?: number;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  /** Tokens of messages and tools, as counted. */
  readonly tokens: number;
}

/** The model calls of a turn. */
export interface ModelCallsReply {
  readonly calls: readonly ModelCallRequest[];
  /** Why the turn's calls cannot be shown: something that they held was erased. */
  readonly gone?: string;
}

/** Reads what the model was sent in each call of a turn, put together again from the log. The gateway asks for operators only. */
export const ReadModelCalls = defineOperation({
  name: 'agent-executor.model-calls',
  service: AGENT_EXECUTOR,
  callers: [GATEWAY],
  role: null,
  request: z.object({ workspace: text, turn: text, position: z.int().min(0) }),
  reply: replyOf<ModelCallsReply>(),
});
