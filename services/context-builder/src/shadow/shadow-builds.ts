import { Inject, Injectable } from '@nestjs/common';
import { ContextShadow, singletonId, type ContextShadowV1, type Envelope } from '@crumbtrail/contracts';
import { errorMessage, LOGGER, type Logger } from '@crumbtrail/platform';
import { LRUCache } from 'lru-cache';
import { BuildCaches } from '../build-caches';
import { ContextBuilder } from '../context-builder';
import { refuseOversizedContext } from '../errors';
import { asContract } from '../gather/build-input';
import { ShadowStore, WorkspaceReaders, type WorkspaceReader } from '../ports';
import { BuildMeter } from '../telemetry/build-meter';
import { buildShadow, type ShadowedAnswer } from './build-shadow';
import { isChosen, recentBuilds, whyStop, type FinishedBuild } from './shadow-rules';

/** Answers that wait to be built; more are dropped, and counted. */
const MOST_WAITING = 16;
/** How long it takes at most until a change of a shadow is seen, in milliseconds. */
const KNOWN_FOR_MS = 5_000;
const MOST_KNOWN = 10_000;

type Shadow = Envelope<ContextShadowV1>;

interface WaitingBuild {
  readonly answer: ShadowedAnswer;
  readonly shadow: Shadow;
}

const runningOf = (shadow: Shadow | null): Shadow | null => (shadow?.context.state === 'running' ? shadow : null);

/**
 * Builds a second configuration beside the answers of agents that have a `context.shadow.v1`: after the answer, one at a time, and while no turn's context is
 * built. Nobody waits for it. What it finds is stored; what waits when the process ends is lost.
 */
@Injectable()
export class ShadowBuilds {
  private readonly known = new LRUCache<string, { readonly shadow: Shadow | null }>({
    max: MOST_KNOWN,
    ttl: KNOWN_FOR_MS,
  });
  private readonly waiting: WaitingBuild[] = [];
  private readonly dropped = new Map<string, number>();
  private readonly finished = new Map<string, readonly FinishedBuild[]>();
  private running: Promise<void> | null = null;

  // eslint-disable-next-line max-params -- injected by Nest, by type and not by position
  constructor(
    private readonly workspaces: WorkspaceReaders,
    private readonly shadows: ShadowStore,
    private readonly builder: ContextBuilder,
    private readonly caches: BuildCaches,
    private readonly meter: BuildMeter,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn' | 'info'>,
  ) {}

  /** Considers an answer that was given. Resolves when it waits, is not to be built, or was dropped; a failure is logged. */
  async offer(answer: ShadowedAnswer): Promise<void> {
    try {
      const shadow = await this.find(answer);
      if (shadow === null || !isChosen(shadow, answer.context_id, shadow.context.share)) return;
      if (this.waiting.length >= MOST_WAITING) return this.drop(shadow);
      this.waiting.push({ answer, shadow });
      this.running ??= this.run().finally(() => (this.running = null));
    } catch (error) {
      this.logger.warn({ err: error, agent: answer.agent }, `No shadow was built: ${errorMessage(error)}`);
    }
  }

  /** Resolves when nothing waits any more. */
  async settle(): Promise<void> {
    while (this.running !== null) await this.running;
  }

  private drop({ id }: Shadow): void {
    this.dropped.set(id, (this.dropped.get(id) ?? 0) + 1);
    this.meter.shadow('dropped', 0);
  }

  /** The shadow of the agent that runs; null: it has none. */
  private async find({ workspace, agent }: ShadowedAnswer): Promise<Shadow | null> {
    const id = singletonId(workspace, 'context_shadow', agent);
    const found = this.known.get(id) ?? { shadow: runningOf(await this.read(workspace, id)) };
    this.known.set(id, found, { noUpdateTTL: true });
    return found.shadow;
  }

  private async read(workspace: string, id: string): Promise<Shadow | null> {
    const { crumbs } = await this.workspaces.reader(workspace, {}).read([{ id }]);
    return asContract(ContextShadow, crumbs[0]);
  }

  private async run(): Promise<void> {
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
      const { answer, shadow } = next;
      await this.builder.quiet();
      await this.build(answer, shadow).catch((error: unknown) =>
        this.logger.warn({ err: error, agent: answer.agent }, `A shadow was not built: ${errorMessage(error)}`),
      );
    }
  }

  private async build(answer: ShadowedAnswer, { id, version }: Shadow): Promise<void> {
    const { workspace } = answer;
    const reader: WorkspaceReader = this.workspaces.reader(workspace, {});
    // It may have been changed or stopped while the answer waited.
    const shadow = runningOf(await this.read(workspace, id));
    if (shadow?.version !== version) return;
    const compared = await buildShadow(answer, shadow, {
      reader,
      validator: this.caches.overrides,
      build: (input, ports) => this.builder.buildBeside(input, ports).catch(refuseOversizedContext),
      idle: () => this.builder.idle(),
    });
    this.meter.shadow(compared.outcome, compared.work_ms / 1_000);
    const spent_ms = (await this.shadows.spent(workspace, { id, version })) + compared.work_ms;
    const dropped = this.dropped.get(id) ?? 0;
    await this.shadows.record(workspace, { ...compared, spent_ms, dropped });
    this.dropped.set(id, (this.dropped.get(id) ?? 0) - dropped);
    await this.stopIfCostly(shadow, { work: compared.work_ms, spent_ms });
  }

  private async stopIfCostly(
    shadow: Shadow,
    { work, spent_ms }: { readonly work: number; readonly spent_ms: number },
  ): Promise<void> {
    const now = performance.now();
    const builds = recentBuilds([...(this.finished.get(shadow.id) ?? []), { at: now, work }], now);
    this.finished.set(shadow.id, builds);
    const because = whyStop(shadow.context, { spent_ms, builds, now });
    if (because === null) return;
    await this.shadows.stop(shadow, because);
    this.known.delete(shadow.id);
    this.finished.delete(shadow.id);
    this.logger.info({ workspace: shadow.workspace, agent: shadow.context.agent }, `A shadow was stopped: ${because}`);
  }
}
