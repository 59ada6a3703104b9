import { z } from 'zod';
import type { ModelConnectionV1 } from '../generated/types';
import { AGENT_EXECUTOR, GATEWAY } from '../service-names';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { name } from './request-fields';

/** For what the key of a model is sealed: it opens for no other workspace, and for no other address. */
export const modelKeyPlace = (
  workspace: string,
  { base_url }: Pick<ModelConnectionV1, 'base_url'>,
): readonly string[] => [workspace, base_url];

/** What the agent-executor knows of models without asking one. */
export interface ModelSetting {
  /** The model that its environment names, which takes precedence; without a user, a password or a query in its address. */
  readonly environment?: { readonly base_url: string; readonly model: string };
  /** Whether it has the key of the installation, so that it can open keys of models. */
  readonly opens_keys: boolean;
}

/** Says which model the environment of the agent-executor names. */
export const ReadModelSetting = defineOperation({
  name: 'agent-executor.read-model-setting',
  service: AGENT_EXECUTOR,
  callers: [GATEWAY],
  role: null,
  request: z.object({}),
  reply: replyOf<ModelSetting>(),
});

/** What came of one call of a model. */
export interface ModelTrial {
  readonly ok: boolean;
  readonly latency_ms: number;
  /** What the model wrote, or why it did not, in plain words. */
  readonly message: string;
  /** The model that answered, as its server names it. */
  readonly model: string;
}

/** Calls a model once, to see whether it answers. Nothing is stored. */
export const TryModel = defineOperation({
  name: 'agent-executor.try-model',
  service: AGENT_EXECUTOR,
  callers: [GATEWAY],
  role: null,
  request: z.object({
    workspace: name,
    connection: z.custom<ModelConnectionV1>((value) => typeof value === 'object' && value !== null),
    timeout_ms: z.int().min(1_000).max(60_000),
  }),
  reply: replyOf<ModelTrial>(),
});
export type TryModelRequest = RequestOf<typeof TryModel>;
