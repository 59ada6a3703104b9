import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import type { Model } from '@crumbtrail/prompting';
import { suggestions } from '@crumbtrail/models';
import { MODEL, SERVICE_OPTIONS, type TurnsOptions } from '../options';

const OLLAMA = 'http://127.0.0.1:11434/api/version';
const WITHIN_MS = 300;

/**
 * Logs at start-up which model answers; without a configured one, also the alternatives on this machine and how to
 * enable them.
 */
@Injectable()
export class ModelNotice implements OnApplicationBootstrap {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(MODEL) private readonly model: Model,
    @Inject(SERVICE_OPTIONS) private readonly options: TurnsOptions,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.options.profile) return this.logger.info(`the model is ${this.model.description}`);
    const seen = { ...this.options.seen, ollama: await answers(OLLAMA) };
    for (const line of suggestions(seen)) this.logger.info(line);
  }
}

function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) }).then(
    (response) => response.ok,
    () => false,
  );
}
