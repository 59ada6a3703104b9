import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Bus, CrumbStore, isErased, validateCrumb } from '@crumbtrail/bus';
import { AgentDef, singletonId } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import { MemoryAgents } from '../ports';
import { resolveMemory, type KeeperSettings } from '../settings';

/** What is remembered of an agent, whether or not it has a memory. */
interface KnownAgent {
  readonly settings: KeeperSettings | null;
}

/** A definition whose event was missed, because the broker was away, is read again after this time. */
const TTL_MS = 60_000;

/** Definitions, remembered until one is written: a reply of an agent without a memory costs nothing. */
@Injectable()
export class MemoryAgentsNats extends MemoryAgents implements OnModuleInit, OnModuleDestroy {
  private readonly known = new LRUCache<string, KnownAgent>({ max: 10_000, ttl: TTL_MS });
  /** Counts changes of definitions: a read that began before the last of them may be older than it, and is not remembered. */
  private changes = 0;
  private unsubscribe: (() => void) | undefined;

  constructor(
    private readonly store: CrumbStore,
    private readonly bus: Bus,
  ) {
    super();
  }

  onModuleInit(): void {
    this.unsubscribe = this.bus.subscribeDefinitions(() => {
      this.changes += 1;
      this.known.clear();
    });
  }

  onModuleDestroy(): void {
    this.unsubscribe?.();
  }

  async settings(workspace: string, agent: string): Promise<KeeperSettings | null> {
    const key = JSON.stringify([workspace, agent]);
    const known = this.known.get(key);
    if (known !== undefined) return known.settings;
    const before = this.changes;
    const read = { settings: await this.read(workspace, agent) };
    if (this.changes === before) this.known.set(key, read);
    return read.settings;
  }

  private async read(workspace: string, agent: string): Promise<KeeperSettings | null> {
    const refs = [{ id: singletonId(workspace, 'agent', agent) }];
    const { crumbs } = await this.store.in(workspace).read({ refs });
    const [crumb = null] = crumbs;
    return crumb === null || isErased(crumb) ? null : resolveMemory(validateCrumb(AgentDef, crumb).context);
  }
}
