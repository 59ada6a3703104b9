import type { AgentContextV1, AgentDefV1, AgentResponseV1 } from '@crumbtrail/contracts';
import type { Model, ModelListener, ModelReply } from './model';
import { costOf, type Prices } from './profile';
import { promptOf } from './prompt';
import { storable } from './storable';

/** All that a plain turn is made of. */
export interface TurnMaterial {
  readonly turn_id: string;
  readonly context_id: string;
  readonly definition: AgentDefV1;
  /** The text that the context-builder left. */
  readonly formatted: string;
  /** How it left it; `markdown` where nothing is said. */
  readonly format?: AgentContextV1['format'];
}

/** What a turn needs of the world. */
export interface TurnPorts {
  readonly model: Model;
  readonly listener: ModelListener;
  /** Milliseconds, monotonic. */
  readonly clock: () => number;
  readonly countTokens: (text: string, tokenizer: 'o200k_base' | 'cl100k_base') => number;
  /** Of the configured model; a definition's own prices win. */
  readonly prices?: Prices;
}

/** Bytes of UTF-8 that a reply may fill: what a crumb holds, less its envelope and the rest of the payload. */
export const MAX_REPLY_BYTES = 200 * 1024;

/**
 * One plain turn: prompt and context to the model, its reply as the payload of the terminal response. Always gives a
 * response, an error one when the model failed; rejects only with the signal's reason.
 */
export async function runTurn(material: TurnMaterial, ports: TurnPorts, signal: AbortSignal): Promise<AgentResponseV1> {
  const { definition } = material;
  const messages = promptOf(definition, material.formatted, material.format);
  const tokenizer = definition.model?.tokenizer ?? 'o200k_base';
  const counted = messages.reduce((sum, message) => sum + ports.countTokens(message.content, tokenizer), 0);
  const started = ports.clock();
  const reply = await ports.model.generate(
    {
      messages,
      model: definition.model?.name,
      temperature: definition.model?.temperature,
      max_output_tokens: definition.model?.max_output_tokens,
    },
    ports.listener,
    signal,
  );
  const latency = Math.max(0, Math.round(ports.clock() - started));
  return response(material, reply, {
    counted,
    latency,
    cost: costOf(reply.usage, definition.model?.prices ?? ports.prices),
  });
}

interface Measured {
  readonly counted: number;
  readonly latency: number;
  readonly cost: number | undefined;
}

function response(material: TurnMaterial, reply: ModelReply, measured: Measured): AgentResponseV1 {
  const { text, cut } = storable(reply.content, MAX_REPLY_BYTES);
  const failure = reply.failure ?? failureOf(text, cut);
  return {
    turn: { id: material.turn_id },
    context_id: material.context_id,
    action: failure ? 'error' : 'speak',
    ...(text !== '' && { content: text }),
    ...(failure && { error: { code: failure.code, message: failure.message } }),
    usage: {
      counted_prompt_tokens: measured.counted,
      ...reply.usage,
      ...(measured.cost !== undefined && { cost_usd: measured.cost }),
    },
    ...(reply.finish_reason !== undefined && { finish_reason: reply.finish_reason }),
    model: reply.model,
    latency_ms: measured.latency,
    attempts: reply.attempts,
  };
}

function failureOf(text: string, cut: boolean): ModelReply['failure'] {
  if (cut)
    return {
      code: 'cut_off',
      message: `The reply was cut after ${MAX_REPLY_BYTES / 1024} KiB, the most that one response holds.`,
    };
  if (text.trim() === '') return { code: 'empty_reply', message: 'The model answered with nothing.' };
  return undefined;
}
