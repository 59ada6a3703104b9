import { z } from 'zod';
import { AGENT_EXECUTOR, MEMORY_KEEPER } from '../service-names';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { name, text } from './request-fields';
import type { ModelCallRecord } from './subqueries';

/** The most characters of an instruction and of a content; the model reads fewer where its window is smaller. */
const MAX_INSTRUCTION_CHARACTERS = 16 * 1024;
const MAX_CONTENT_CHARACTERS = 512 * 1024;

/** Why a function was not called. `no_model`: none is configured, so that asking again is of no use. */
export type FunctionCallError = 'no_model' | 'no_call' | 'invalid_arguments' | 'refused' | 'failed' | 'timeout';

/** The arguments of the call, or why there was none, and what it took. */
export interface FunctionCallReply {
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: FunctionCallError; readonly message: string };
  /** The model that was asked. Absent: none was. */
  readonly model?: string;
  readonly model_calls: readonly ModelCallRecord[];
}

/** Asks the model of an agent to call one function, outside of any turn. Nothing is stored: the requesting service records the usage in the crumb that it writes. */
export const CallFunction = defineOperation({
  name: 'agent-executor.call-function',
  service: AGENT_EXECUTOR,
  callers: [MEMORY_KEEPER],
  role: null,
  allowsUnsafeJson: true,
  request: z.object({
    agent: name,
    /** Default: the agent's. */
    model: text.optional(),
    instruction: z.string().min(1).max(MAX_INSTRUCTION_CHARACTERS),
    content: z.string().min(1).max(MAX_CONTENT_CHARACTERS),
    function: z.object({
      name,
      description: z.string().min(1).max(2_048),
      /** JSON Schema of its arguments. */
      parameters: z.record(z.string(), z.unknown()),
    }),
  }),
  reply: replyOf<FunctionCallReply>(),
});
export type FunctionCallRequest = RequestOf<typeof CallFunction>;
