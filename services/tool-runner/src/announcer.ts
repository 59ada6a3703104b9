import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ToolRegistry } from '@crumbtrail/tool-runtime';
import { Health, LOGGER, type Logger, endsWithin } from '@crumbtrail/platform';
import { Definitions, WorkspaceList } from './ports';
import { RunnerWatch } from './runners/runner-watch';

const PAUSE_MS = 1_000;
/** How long start-up waits for the first publication, so that no turn starts before its tools exist. */
const PATIENCE_MS = 10_000;

/**
 * Publishes the definitions of our tools and the catalog in every workspace, at start-up and whenever our tools
 * change. Retries until the store is available; until the first success this service is not ready.
 */
@Injectable()
export class Announcer implements OnApplicationBootstrap, OnModuleDestroy {
  @Inject(LOGGER) private readonly logger!: Logger;
  @Inject(Health) private readonly health!: Health;
  @Inject(ToolRegistry) private readonly tools!: ToolRegistry;
  private readonly stopping = new AbortController();
  private wanted = 0;
  private done = 0;
  /** Workspaces whose own tools have changed, while those of all have not. */
  private readonly changed = new Set<string>();
  private isEverywhere = false;
  private running: Promise<void> | undefined;
  private announced: () => void = () => undefined;
  private readonly first = new Promise<void>((resolve) => (this.announced = resolve));

  constructor(
    private readonly workspaces: WorkspaceList,
    private readonly definitions: Definitions,
    private readonly watch: RunnerWatch,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.health.require('tools', () => {
      if (this.done === 0) throw new Error('its tools are not published yet');
    });
    this.tools.onChange((_source, workspace) => this.announce(workspace));
    this.announce();
    await endsWithin(this.first, PATIENCE_MS);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Publishes to one workspace now. */
  async announceIn(workspace: string): Promise<void> {
    await this.definitions.leave(workspace);
    await this.watch.refresh(workspace);
  }

  private announce(workspace?: string): void {
    if (workspace === undefined) this.isEverywhere = true;
    else this.changed.add(workspace);
    this.wanted += 1;
    this.running ??= this.run().finally(() => (this.running = undefined));
  }

  /** Repeats when something changed meanwhile. */
  private async run(): Promise<void> {
    while (this.done < this.wanted && !this.stopping.signal.aborted) {
      const through = this.wanted;
      if (await this.announceChanged()) this.settled(through);
      else await wait(PAUSE_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  private settled(through: number): void {
    this.done = through;
    this.announced();
  }

  /** True: everything that has changed is published. */
  private async announceChanged(): Promise<boolean> {
    const { isEverywhere } = this;
    const some = new Set(this.changed);
    this.isEverywhere = false;
    this.changed.clear();
    try {
      // One that is not listed has moved to another cell, whose tool-runner publishes there.
      const here = await this.workspaces.names();
      return await this.announceEach(isEverywhere ? here : here.filter((name) => some.has(name)));
    } catch (err) {
      this.isEverywhere ||= isEverywhere;
      for (const workspace of some) this.changed.add(workspace);
      this.logger.warn({ err }, 'the tools could not be published; retrying');
      return false;
    }
  }

  /** One workspace that fails holds up no other; it is tried again. */
  private async announceEach(workspaces: readonly string[]): Promise<boolean> {
    let isDone = true;
    for (const workspace of workspaces) {
      try {
        await this.announceIn(workspace);
      } catch (err) {
        isDone = false;
        this.changed.add(workspace);
        this.logger.warn({ err, workspace }, 'the tools could not be published; retrying');
      }
    }
    return isDone;
  }
}
