import type { StoredWebhook, WebhookFilter } from '@crumbtrail/contracts/operations/webhooks';
import type { TaskPush } from '@crumbtrail/contracts/operations/task-pushes';
import type { CrumbEvent } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';
import { StatementParameters } from '../database/statement-parameters';
import { mayReadSql } from '../identity/visibility/access-filter.sql';
import { includeIfSet } from '../reading/envelope';
import { toEvent } from '../reading/read-events';

/** A row of the table `webhook`. */
export interface WebhookRow {
  readonly workspace: string;
  readonly name: string;
  readonly url: string;
  readonly filter: WebhookFilter;
  readonly sealed_secret: string;
  readonly created_by: string;
  readonly created_at: Date;
  readonly position: number;
  readonly attempts: number;
  readonly next_at: Date;
  readonly last_error: string | null;
  readonly delivered: number;
  readonly dead: number;
  readonly fence: number;
  /** The turn that it follows; null: it is a webhook of an operator. */
  readonly task: TaskPush | null;
}

/** The columns of a {@link WebhookRow}, of the table `w`. */
export const WEBHOOK_COLUMNS =
  'w.workspace, w.name, w.url, w.filter, w.sealed_secret, w.created_by, w.created_at, w.position, w.attempts, w.next_at, w.last_error, w.delivered, w.dead, w.fence, w.task';

export function toWebhook(row: WebhookRow): StoredWebhook {
  const { fence: _fence, task: _task, created_at, next_at, last_error, ...webhook } = row;
  return {
    ...webhook,
    created_at: created_at.toISOString(),
    next_at: next_at.toISOString(),
    ...includeIfSet('last_error', last_error),
  };
}

/** Which events a webhook gets: those after a position, through another. */
export interface EventRange {
  readonly after: number;
  readonly through: number;
  readonly limit: number;
}

/** The events of a webhook in log order: of its workspace, that match its filter, and that its reader may read. */
export async function selectWebhookEvents(
  sql: Sql,
  { workspace, filter }: Pick<WebhookRow, 'workspace' | 'filter'>,
  { after, through, limit }: EventRange,
): Promise<CrumbEvent[]> {
  const { schemas = null, session = null, tags = null, kinds = null, reader } = filter;
  const params: unknown[] = [workspace, after, through, limit, schemas, session, kinds, tags];
  const isReadable = reader
    ? mayReadSql(new StatementParameters(params), 'e', { participant: reader })
    : `e.audience @> '{*}'`;
  const rows = await sql.query<Parameters<typeof toEvent>[0]>(
    `select * from crumb_event e where workspace = $1 and position > $2 and position <= $3
       and ($5::text[] is null or schema_name = any($5)) and ($6::text is null or session = $6)
       and ($7::text[] is null or kind = any($7))
       and ($8::text[] is null or exists (select 1 from crumb_version v
         where v.workspace = e.workspace and v.id = e.id and v.version = e.version and v.tags && $8))
       and ${isReadable ?? 'false'}
     order by position limit $4`,
    params,
  );
  return rows.map(toEvent);
}
