import { Inject, Injectable } from '@nestjs/common';
import { BuildCaches } from './build-caches';
import { BUILDER_CONFIG, type BuilderConfig } from './config';
import type { BuiltContext } from './explain/account';
import type { BuildInput } from './gather/build-input';
import { LateQuestions } from './gather/late-questions';
import type { LateQuestion } from './gather/recall';
import { RecallTimes } from './gather/recall-limit';
import { buildContext, type BuildPorts } from './pipeline';
import type { WorkspaceReader } from './ports';

/** Runs the pipeline with the caches and settings of this process. */
@Injectable()
export class ContextBuilder {
  private readonly recallTimes = new RecallTimes();
  private readonly lateQuestions = new LateQuestions();

  constructor(
    private readonly caches: BuildCaches,
    @Inject(BUILDER_CONFIG) private readonly config: BuilderConfig,
  ) {}

  /** {@link buildContext} `earlier`: a question before this one whose memories came late. */
  build(input: BuildInput, ports: BuildPorts, earlier?: LateQuestion): Promise<BuiltContext> {
    const { contextWindow, recallTimeoutMs, defaultModel } = this.config;
    const { workspace } = input.access;
    return buildContext(
      { ...input, ...(defaultModel === undefined ? {} : { defaultModel }) },
      {
        ports,
        caches: this.caches,
        contextWindow,
        recallTimeoutMs: this.recallTimes.limit(workspace, recallTimeoutMs),
        onRecalled: (milliseconds) => this.recallTimes.add(workspace, milliseconds),
        ...(earlier && { earlier }),
      },
    );
  }

  /** Builds the context of a turn: with what an earlier question of its session should have found, where that came late. */
  async buildTurn(input: BuildInput, reader: WorkspaceReader): Promise<BuiltContext> {
    const built = await this.build(input, reader, await this.lateQuestions.find(input, reader));
    this.lateQuestions.note(input, { question: built.late !== undefined, earlier: built.earlier?.late === true });
    return built;
  }
}
