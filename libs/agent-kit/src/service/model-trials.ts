import { Injectable } from '@nestjs/common';
import type { ModelSetting, ModelTrial, TryModelRequest } from '@crumbtrail/contracts/operations/models';
import { GracefulAbort } from '@crumbtrail/tool-runtime';
import { ConnectedModels } from './connected-models';
import { SILENT } from './measured-model';

/** What a model is asked, to see whether it answers. */
const QUESTION = 'Reply with the word OK.';
/** What is shown of the answer. */
const MOST_CHARACTERS = 200;

/** The address without what may hold a secret. */
function plainAddress(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

/** Tries models before they are connected, and says which one the environment names. */
@Injectable()
export class ModelTrials {
  constructor(
    private readonly models: ConnectedModels,
    private readonly leaving: GracefulAbort,
  ) {}

  setting(): ModelSetting {
    const profile = this.models.ofEnvironment;
    return {
      opens_keys: this.models.opensKeys,
      ...(profile && { environment: { base_url: plainAddress(profile.base_url), model: profile.name } }),
    };
  }

  /** One call, which is not tried again. */
  async run({ workspace, connection, timeout_ms }: TryModelRequest): Promise<ModelTrial> {
    const { model } = this.models.forTrial(workspace, connection, timeout_ms);
    const timeout = AbortSignal.timeout(timeout_ms);
    const started = performance.now();
    const latency = (): number => Math.round(performance.now() - started);
    try {
      const signal = AbortSignal.any([this.leaving.signal, timeout]);
      const reply = await model.generate({ messages: [{ role: 'user', content: QUESTION }] }, SILENT, signal);
      const message = reply.failure?.message ?? reply.content.trim().slice(0, MOST_CHARACTERS);
      return { ok: !reply.failure, latency_ms: latency(), message, model: reply.model };
    } catch (error) {
      if (!timeout.aborted) throw error;
      const message = `The model did not answer within ${timeout_ms / 1_000} s.`;
      return { ok: false, latency_ms: latency(), message, model: connection.model };
    }
  }
}
