import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { suggestions, type Model } from '@crumbtrail/agent-kit';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import { EXECUTOR_CONFIG, MODEL, type ExecutorConfig } from '../config';

const OLLAMA = 'http://127.0.0.1:11434/api/version';
const WITHIN_MS = 300;

/** Says at start-up which model answers and, without one, what on this machine could, and how to turn it on. */
@Injectable()
export class ModelNotice implements OnApplicationBootstrap {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(MODEL) private readonly model: Model,
    @Inject(EXECUTOR_CONFIG) private readonly config: ExecutorConfig,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.profile) return this.logger.info(`the model is ${this.model.description}`);
    const seen = { ...this.config.seen, ollama: await answers(OLLAMA) };
    for (const line of suggestions(seen)) this.logger.info(line);
  }
}

function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) }).then(
    (response) => response.ok,
    () => false,
  );
}
