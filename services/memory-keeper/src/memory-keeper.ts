import { Injectable } from '@nestjs/common';
import type { CrumbEvent, Ref } from '@crumbtrail/contracts';
import { endScope } from './keep/end-scope';
import { forgetCrumbs } from './keep/forget-crumb';
import { hasWork, keepSession } from './keep/keep-session';
import { KeeperPorts, type KeeperWork } from './keep/compact-window';
import { replaceByWritten } from './keep/replace-summary';
import type { EndedScope } from './keep/summarise-scope';
import { MemoryClaims, type Summary } from './ports';

/** Keeps memories within their limits, one keeper at a time for each group of a session. */
@Injectable()
export class MemoryKeeper {
  constructor(
    readonly ports: KeeperPorts,
    private readonly claims: MemoryClaims,
  ) {}

  /** Does what is due after a reply. `since`: when the reply was stored, in ISO 8601; the lag is measured from it. */
  async keep(work: KeeperWork, since?: string): Promise<void> {
    if (!(await hasWork(this.ports, work))) return;
    await this.claims.hold(work.group, (fence) => keepSession(this.ports, { ...work, fence }));
    if (since !== undefined) this.ports.meter.caughtUp(Math.max(0, Date.now() - Date.parse(since)) / 1000);
  }

  /** Summarises a scope of a session that has ended. */
  endScope(scope: EndedScope): Promise<void> {
    return endScope(this.ports, scope);
  }

  /** Erases the summaries made of sentences that a written one replaces. */
  replaceByWritten(written: Summary): Promise<void> {
    return replaceByWritten(this.ports, written);
  }

  /** Erases every memory and summary that rests on a breadcrumb, and makes it again without it. Returns the new memories. */
  forget(source: { readonly workspace: string; readonly id: string; readonly min_position?: number }): Promise<Ref[]> {
    const { id, ...place } = source;
    return forgetCrumbs(this.ports, { ...place, ids: [id] });
  }

  /** Does the same with what the conversation of a message has left. */
  async forgetLeft({ workspace, id, position }: CrumbEvent): Promise<void> {
    const ids = await this.ports.store.findLeft(workspace, { message: id, min_position: position });
    await forgetCrumbs(this.ports, { workspace, ids, keepsWritten: true, min_position: position });
  }
}
