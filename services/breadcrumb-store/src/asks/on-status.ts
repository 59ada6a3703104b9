import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Status, type StatusReply } from '@crumbtrail/contracts';
import { DATABASE, type Database } from '../database/database';
import { Callers } from '../identity/callers';
import { SearchIndex } from '../search/index/search-index';
import { Relay } from '../relay/relay';

/** How the log, its index and its durables stand. */
@Controller()
export class OnStatus {
  constructor(
    private readonly callers: Callers,
    private readonly relay: Relay,
    private readonly index: SearchIndex,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  @Respond(Status)
  async handle(_request: Record<string, never>, from: RequestContext): Promise<StatusReply> {
    await this.callers.of(Status, from);
    const { relay, index } = this;
    const { logId, head, oldestUnrelayedMs } = await relay.backlog();
    return {
      log_id: logId,
      epoch: relay.epoch,
      head,
      relayed: relay.relayed,
      indexed: index.position,
      embedded: index.embeddedPosition,
      database: this.database.kind,
      embedder: index.embedder,
      oldest_unrelayed_ms: oldestUnrelayedMs,
      durables: relay.durables.map(({ name, floor, consumer }) => ({
        name,
        floor,
        waiting: consumer?.waiting ?? 0,
        pending: (consumer?.pending ?? 0) + (consumer?.outstanding ?? 0),
      })),
    };
  }
}
