import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import { CrumbError, type ProblemCode, type Write } from '@crumbtrail/contracts';
import { Health, LOGGER, errorMessage, type Logger } from '@crumbtrail/platform';
import { PUBLISHED_DEFINITIONS, type PublishedDefinitions } from '../options';
import { listDefinitions, definitionWrite } from '../definition-writes';

/** Another replica was faster; compare again. */
const CONFLICTS: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['id_conflict', 'version_conflict']);
const PAUSE_MS = 500;

/**
 * Publishes the definitions of an agent and its tools at start-up if they differ from the stored ones; waits for the
 * store without a time limit.
 */
@Injectable()
export class DefinitionPublisher implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    private readonly store: CrumbStore,
    private readonly health: Health,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PUBLISHED_DEFINITIONS) private readonly own: PublishedDefinitions,
  ) {}

  onApplicationBootstrap(): void {
    let left = false;
    this.health.require('definition', () => {
      if (!left) throw new Error(`the definition of ${this.own.definition.agent} is not published yet`);
    });
    this.leave().then(
      () => void (left = true),
      (error: unknown) => this.health.fail(new Error(`The definition was rejected: ${errorMessage(error)}`)),
    );
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  private async leave(): Promise<void> {
    for (const workspace of this.own.workspaces) {
      while (!this.stopping.signal.aborted && !(await this.leaveIn(workspace))) await wait(PAUSE_MS);
    }
  }

  /** Returns false when it should be retried. */
  private async leaveIn(workspace: string): Promise<boolean> {
    try {
      const store = this.store.in(workspace);
      const all = listDefinitions(workspace, this.own);
      const { crumbs } = await store.read({ refs: all.map(({ id }) => ({ id })) });
      const writes = all
        .map((one, at) => definitionWrite(this.own.definition.agent, one, crumbs[at] ?? null))
        .filter((write): write is Write => !!write);
      if (writes.length > 0) await store.commit({ writes });
      this.logger.info({ workspace, written: writes.length }, 'the definition is published');
      return true;
    } catch (error) {
      if (error instanceof CrumbError && (error.transient || CONFLICTS.has(error.code))) return false;
      throw error;
    }
  }
}
