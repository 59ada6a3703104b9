import { Inject, Injectable } from '@nestjs/common';
import { participantName, refuse, type Participant } from '@crumbtrail/contracts';
import type { Role } from '@crumbtrail/contracts/operations/define-operation';
import type { TaskPush } from '@crumbtrail/contracts/operations/task-pushes';
import {
  MAX_WEBHOOKS,
  type CreateWebhookRequest,
  type SettleWebhookRequest,
  type StoredWebhook,
  type WebhookLease,
} from '@crumbtrail/contracts/operations/webhooks';
import { DATABASE, type Database } from '../database/database';
import type { AuthenticatedCaller } from '../identity/caller';
import { readFirstPosition } from '../reading/first-position';
import { selectTaskChanges } from './task-changes';
import { TaskPushes } from './task-pushes';
import { selectWebhookEvents, toWebhook, WEBHOOK_COLUMNS, type WebhookRow } from './webhook-rows';

/** Events of one lease. */
const PAGE = 100;
/** Webhooks that one request looks at: of most of them nothing is due. */
const MOST_LOOKS = 32;

const CREATE = `
  insert into webhook as w (workspace, name, url, filter, sealed_secret, created_by, created_at, position, attempts, next_at, delivered, dead, fence)
  select $1, $2, $3, $4::jsonb, $5, $6, now(), least(coalesce($7::bigint, h.position), h.position), 0, now(), 0, 0, 0 from log_head h
  on conflict do nothing returning ${WEBHOOK_COLUMNS}`;

/** Not of a workspace that is moving or has moved: the other cell goes on with its webhooks. */
const IS_HERE =
  'exists (select 1 from workspace o where o.name = w.workspace and o.moved_to is null and not o.is_arriving)';

/** Something happened after its position: anywhere, or on the trail of the turn that it follows. One whose turn retention has removed is found too. */
const HAS_NEWS = `
  case when w.task is null then w.position < h.position else
    exists (select from crumb c where c.workspace = w.workspace and c.trail_id = (w.task ->> 'trail')::uuid and c.created_position > w.position)
    or not exists (select from turn t where t.workspace = w.workspace and t.id = (w.task ->> 'turn')::uuid) end`;

/** The webhook that waits longest; one that another process has is passed over. */
const LEASE = `
  with due as (
    select w.workspace, w.name from webhook w cross join log_head h
    where w.next_at <= now() and (w.leased_until is null or w.leased_until <= now()) and (${HAS_NEWS}) and ${IS_HERE}
    order by w.next_at, w.workspace, w.name limit 1 for update of w skip locked)
  update webhook w set leased_until = now() + $1 * interval '1 millisecond', fence = w.fence + 1 from due
  where w.workspace = due.workspace and w.name = due.name
  returning ${WEBHOOK_COLUMNS}, (select position from log_head) as head`;

const SETTLE = `
  update webhook w set position = $4, attempts = $5, last_error = $6, next_at = now() + $7 * interval '1 millisecond',
    leased_until = case when $8::bigint = 0 then null else now() + $8::bigint * interval '1 millisecond' end,
    delivered = delivered + $9::int, dead = dead + $10::int
  where workspace = $1 and name = $2 and fence = $3 and ${IS_HERE} returning name`;

const END = `delete from webhook w where workspace = $1 and name = $2 and fence = $3 and ${IS_HERE} returning name`;

const REPLAY = `
  update webhook w set position = least($3::bigint, h.position), attempts = 0, last_error = null, next_at = now(), leased_until = null, fence = fence + 1
  from log_head h where w.workspace = $1 and w.name = $2 and w.task is null returning ${WEBHOOK_COLUMNS}`;

type LeasedRow = WebhookRow & { readonly head: number };

/** The webhooks of workspaces: their cursors, and who delivers. */
@Injectable()
export class Webhooks {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly pushes: TaskPushes,
  ) {}

  async create(
    { workspace, participant }: AuthenticatedCaller,
    { name, url, filter, sealed_secret, after }: CreateWebhookRequest,
  ): Promise<StoredWebhook> {
    const sql = this.database.within(workspace);
    const [counted] = await sql.query<{ count: number }>(
      'select count(*)::int from webhook where workspace = $1 and task is null',
      [workspace],
    );
    if ((counted?.count ?? 0) >= MAX_WEBHOOKS)
      throw refuse('invalid_payload', `A workspace has at most ${MAX_WEBHOOKS} webhooks: remove one first.`);
    if (after !== undefined) await this.requireUnswept(workspace, after);
    const by = participantName(participant);
    const params = [workspace, name, url, JSON.stringify(filter), sealed_secret, by, after ?? null];
    const [row] = await sql.query<WebhookRow>(CREATE, params);
    if (!row) throw refuse('id_conflict', `There is a webhook ${name} already: remove it first, or take another name.`);
    return toWebhook(row);
  }

  async list(workspace: string, name?: string): Promise<StoredWebhook[]> {
    const rows = await this.database
      .within(workspace)
      .query<WebhookRow>(
        `select ${WEBHOOK_COLUMNS} from webhook w where workspace = $1 and task is null and ($2::text is null or name = $2) order by name`,
        [workspace, name ?? null],
      );
    if (name !== undefined) requireFound(rows[0], name);
    return rows.map(toWebhook);
  }

  async remove(workspace: string, name: string): Promise<StoredWebhook> {
    const [row] = await this.database
      .within(workspace)
      .query<WebhookRow>(
        `delete from webhook w where workspace = $1 and name = $2 and task is null returning ${WEBHOOK_COLUMNS}`,
        [workspace, name],
      );
    return toWebhook(requireFound(row, name));
  }

  async replay(workspace: string, name: string, after: number): Promise<StoredWebhook> {
    await this.requireUnswept(workspace, after);
    const [row] = await this.database.within(workspace).query<WebhookRow>(REPLAY, [workspace, name, after]);
    return toWebhook(requireFound(row, name));
  }

  /** Takes a webhook with events that are due. What has none is moved to the end of the log. */
  async lease(leaseMs: number): Promise<{ readonly lease?: WebhookLease; readonly any: boolean }> {
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      const [row] = await this.database.query<LeasedRow>(LEASE, [leaseMs]);
      if (!row) return { any: (await this.database.query('select 1 from webhook limit 1')).length > 0 };
      const lease = await (row.task ? this.followTurn(row, row.task) : this.readEvents(row));
      if (lease) return { lease, any: true };
    }
    return { any: true };
  }

  private async readEvents(row: LeasedRow): Promise<WebhookLease | undefined> {
    const range = { after: row.position, through: row.head, limit: PAGE };
    const events = await selectWebhookEvents(this.database, row, range);
    const through = events.length < PAGE ? row.head : (events.at(-1)?.position ?? row.head);
    if (events.length > 0) return { ...toWebhook(row), fence: row.fence, events, through };
    await this.skip(row, { position: through });
    return undefined;
  }

  /** What has changed of the turn. Ends with the rights of its owner, and with the turn. */
  private async followTurn(row: LeasedRow, push: TaskPush): Promise<WebhookLease | undefined> {
    const { workspace, filter, fence, position, head } = row;
    const owner = filter.reader as Participant;
    const holder = await this.pushes.findHolder(workspace, owner, push);
    const turn = holder && (await this.pushes.findTurn(holder, push));
    const events = turn ? await selectTaskChanges(this.database.within(workspace), holder, push, position) : [];
    const through = Math.max(head, events.at(-1)?.position ?? 0);
    const task = holder && { push, owner, role: holder.role as Role };
    if (task && events.length > 0) return { ...toWebhook(row), fence, events, through, task };
    await this.skip(row, { position: head, ended: turn?.state === 'closed' || !turn });
    return undefined;
  }

  private async skip(
    { workspace, name, fence }: WebhookRow,
    cursor: { readonly position: number; readonly ended?: boolean },
  ): Promise<void> {
    await this.settle({ workspace, name, fence, ...cursor, attempts: 0, retry_in_ms: 0, lease_ms: 0 });
  }

  /** False: another process has it, or it was changed or removed. */
  async settle(request: SettleWebhookRequest): Promise<boolean> {
    const { workspace, name, fence, position, attempts, error, retry_in_ms, lease_ms, delivered, dead } = request;
    if (request.ended) return (await this.database.query(END, [workspace, name, fence])).length > 0;
    const cursor = [position, attempts, error ?? null, retry_in_ms, lease_ms];
    const counts = [delivered ? 1 : 0, dead ? 1 : 0];
    return (await this.database.query(SETTLE, [workspace, name, fence, ...cursor, ...counts])).length > 0;
  }

  /** Refuses a position before the beginning of the log: what came after it is not all there. */
  private async requireUnswept(workspace: string, after: number): Promise<void> {
    const { position, on } = await readFirstPosition(this.database.within(workspace), workspace);
    if (after >= position - 1) return;
    const message = `Events before position ${position} were removed by retention, last on ${on}. Start after ${position - 1} or later.`;
    throw refuse('cursor_gone', message, { details: { first_position: position } });
  }
}

function requireFound(row: WebhookRow | undefined, name: string): WebhookRow {
  if (row) return row;
  throw refuse('not_found', `No webhook ${name} in this workspace. \`crumb webhooks\` lists them.`);
}
