import { Injectable } from '@nestjs/common';
import { CrumbSnapshots, CrumbStore } from '@crumbtrail/bus';
import { ToolDef } from '@crumbtrail/contracts';
import { ToolRegistry } from '@crumbtrail/tool-runtime';
import { SERVICE } from '../config';
import { Runners } from '../ports';
import { runnerMarks, type RunFacts } from '../runners/runner-marks';
import { retryConflicts } from './retry-conflicts';

/** How the consumer of trial runs is named that every service with tools has, from its first start on. */
const TRIES = '-tries';

/** Knows the runners by their consumers, which stay while a service is stopped. */
@Injectable()
export class RunnersNats extends Runners {
  private readonly definitions: CrumbSnapshots<typeof ToolDef>;
  private connected: ReadonlySet<string> = new Set();

  constructor(
    private readonly store: CrumbStore,
    private readonly tools: ToolRegistry,
  ) {
    super();
    this.definitions = new CrumbSnapshots(store, ToolDef);
  }

  async look(): Promise<boolean> {
    const { durables } = await this.store.status();
    const names = durables.map(({ name }) => name).filter((name) => name.endsWith(TRIES));
    const before = this.connected;
    this.connected = new Set(names.map((name) => name.slice(0, -TRIES.length)));
    return [...this.connected].some((name) => !before.has(name));
  }

  isRun(workspace: string, { name, runner = SERVICE, code }: RunFacts): boolean {
    if (runner !== SERVICE) return this.connected.has(runner);
    return code !== undefined || this.tools.find(name, workspace) !== undefined;
  }

  mark(workspace: string, position = 0): Promise<boolean> {
    return retryConflicts(() => this.markOnce(workspace, position));
  }

  private async markOnce(workspace: string, at: number): Promise<boolean> {
    const store = this.store.in(workspace);
    const { position } = await store.read({ refs: [], min_position: at });
    const definitions = await this.definitions.at(workspace, position);
    const isRun = (facts: RunFacts): boolean => this.isRun(workspace, facts);
    if (definitions.some((one) => !isRun(one.context))) await this.look();
    const writes = runnerMarks(definitions, isRun);
    if (writes.length > 0) await store.commit({ writes });
    return definitions.some((one) => !isRun(one.context));
  }
}
