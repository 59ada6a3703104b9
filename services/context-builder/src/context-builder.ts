import { Inject, Injectable } from '@nestjs/common';
import { BuildCaches } from './build-caches';
import { BUILDER_CONFIG, type BuilderConfig } from './config';
import type { BuiltContext } from './explain/account';
import type { BuildInput } from './gather/build-input';
import { buildContext, type BuildPorts } from './pipeline';

/** Runs the pipeline with the caches and settings of this process. */
@Injectable()
export class ContextBuilder {
  constructor(
    private readonly caches: BuildCaches,
    @Inject(BUILDER_CONFIG) private readonly config: BuilderConfig,
  ) {}

  /** {@link buildContext} */
  build(input: BuildInput, ports: BuildPorts): Promise<BuiltContext> {
    const { contextWindow, recallTimeoutMs } = this.config;
    return buildContext(input, { ports, caches: this.caches, contextWindow, recallTimeoutMs });
  }
}
