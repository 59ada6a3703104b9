import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { BuildCaches } from './build-caches';
import { BUILDER_CONFIG, type BuilderConfig } from './config';
import type { BuiltContext } from './explain/account';
import type { BuildInput } from './gather/build-input';
import { LateQuestions } from './gather/late-questions';
import type { LateQuestion } from './gather/recall';
import { RecallTimes } from './gather/recall-limit';
import { buildContext, type BuildEnvironment, type BuildPorts } from './pipeline';
import type { WorkspaceReader } from './ports';

/** How long no turn's context is built before a shadow is, in milliseconds: its turn goes on meanwhile. */
const QUIET_MS = 1_000;
const MOST_PATIENCE_MS = 5_000;

/** Runs the pipeline with the caches and settings of this process. */
@Injectable()
export class ContextBuilder {
  private readonly recallTimes = new RecallTimes();
  private readonly lateQuestions = new LateQuestions();
  /** How many contexts of turns are being built. */
  private turns = 0;
  /** When the last of them was built. */
  private lastTurn = -Infinity;
  private readonly whenIdle: (() => void)[] = [];

  constructor(
    private readonly caches: BuildCaches,
    @Inject(BUILDER_CONFIG) private readonly config: BuilderConfig,
  ) {}

  /** Counts work for a turn, which shadows let go first. */
  async live<Result>(work: () => Promise<Result>): Promise<Result> {
    this.turns += 1;
    try {
      return await work();
    } finally {
      this.turns -= 1;
      this.lastTurn = performance.now();
      if (this.turns === 0) this.whenIdle.splice(0).forEach((resolve) => resolve());
    }
  }

  /** Resolves when no turn's context is being built. */
  async idle(): Promise<void> {
    while (this.turns > 0) await new Promise<void>((resolve) => this.whenIdle.push(resolve));
  }

  /** Resolves when no turn's context has been built for a while: after five seconds at most, so that shadows of a busy process are few, and some. */
  async quiet(): Promise<void> {
    const until = performance.now() + MOST_PATIENCE_MS;
    for (;;) {
      await this.idle();
      const left = Math.min(this.lastTurn + QUIET_MS, until) - performance.now();
      if (left <= 0) return;
      await pause(left);
    }
  }

  /** {@link buildContext}, without a trace: what it takes says nothing about how long turns should wait. */
  buildBeside(input: BuildInput, ports: BuildPorts): Promise<BuiltContext> {
    return this.run(input, ports, {});
  }

  /** {@link buildContext} `earlier`: a question before this one whose memories came late. */
  build(input: BuildInput, ports: BuildPorts, earlier?: LateQuestion): Promise<BuiltContext> {
    const onRecalled = (milliseconds: number): void => this.recallTimes.add(input.access.workspace, milliseconds);
    return this.run(input, ports, { onRecalled, ...(earlier && { earlier }) });
  }

  private run(
    input: BuildInput,
    ports: BuildPorts,
    more: Pick<BuildEnvironment, 'onRecalled' | 'earlier'>,
  ): Promise<BuiltContext> {
    const { contextWindow, recallTimeoutMs: most, defaultModel } = this.config;
    const recallTimeoutMs = this.recallTimes.limit(input.access.workspace, most);
    const named = { ...input, ...(defaultModel === undefined ? {} : { defaultModel }) };
    return buildContext(named, { ports, caches: this.caches, contextWindow, recallTimeoutMs, ...more });
  }

  /** Builds the context of a turn: with what an earlier question of its session should have found, where that came late. */
  async buildTurn(input: BuildInput, reader: WorkspaceReader): Promise<BuiltContext> {
    const built = await this.build(input, reader, await this.lateQuestions.find(input, reader));
    this.lateQuestions.note(input, { question: built.late !== undefined, earlier: built.earlier?.late === true });
    return built;
  }
}
