import { Controller, Inject, UseGuards } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Respond } from '@crumbtrail/bus';
import { refuse, type Identity, type RequestOf } from '@crumbtrail/contracts';
import { ReadLogHead, type LogHeadReply } from '@crumbtrail/contracts/operations/log-head';
import { DATABASE, type Database } from '../database/database';
import { SharedRuns } from '../event-loop/shared-runs';
import { CallerGuard, IdentityOf } from '../identity/caller.guard';
import { SearchIndex } from '../search/index/search-index';
import { UseCounter } from '../uses/use-counter';
import { LastChange } from '../writer/last-change';
import { Lease } from '../writer/lease';

type WriterHead = Pick<LogHeadReply, 'epoch' | 'position' | 'wal_position'>;

/** No row where another store has become the writer: what this process remembers is out of date then. */
const READ_OWN_HEAD = {
  name: 'log-head-of-writer',
  text: `select epoch, position, (pg_current_wal_flush_lsn() - '0/0')::bigint as wal_position from log_head where writer_fence = $1`,
};

/** Tells readers what they must have seen before they answer a request. */
@Controller()
@UseGuards(CallerGuard)
export class LogHeadController {
  private readonly heads = new SharedRuns(() => this.readHead());

  // eslint-disable-next-line max-params -- injected by Nest, by type and not by position
  constructor(
    private readonly lease: Lease,
    private readonly lastChange: LastChange,
    private readonly index: SearchIndex,
    private readonly uses: UseCounter,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  @Respond(ReadLogHead)
  async read(
    @Payload() { awaited_text, uses = [] }: RequestOf<typeof ReadLogHead>,
    @IdentityOf() identity: Identity | null,
  ): Promise<LogHeadReply> {
    if (awaited_text !== undefined) void this.index.textThrough(awaited_text);
    for (const { workspace, ids } of uses) this.uses.note(workspace, ids);
    const head = await this.heads.run();
    const { workspaces } = this.uses;
    return {
      ...head,
      last_change: this.lastChange.position,
      embedder: this.index.embedder,
      identity,
      ...(workspaces.length === 0 ? {} : { counts_uses: workspaces }),
    };
  }

  private async readHead(): Promise<WriterHead> {
    const [head] = await this.database.query<WriterHead>(READ_OWN_HEAD, [this.lease.fence]);
    if (!head) throw refuse('unavailable', 'Another store has become the writer; try again.');
    return head;
  }
}
