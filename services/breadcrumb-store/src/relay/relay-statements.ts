import { UserMessage } from '@crumbtrail/contracts';
import { isServedAsKnown, SERVED_HEAD } from '../database/failover';
import { isOfThisLog } from '../database/is-of-this-log';
import { excludesSql } from '../reading/left-messages.sql';

/** The events in ($1, $2] in order, at most $3. */
export const READ_EVENTS = {
  name: 'relay-events',
  text: `select position, workspace, id, version, kind, schema_name, session, trail_id, cause_id, cause_version, hop,
    author_kind, author_id, recipient, imported, content_hash, traceparent, created_at,
    case when schema_name = '${UserMessage.name}' and kind = 'created' then ${excludesSql('e')} end as leaves
    from crumb_event e where position > $1 and position <= $2 and ${isOfThisLog('e')} order by position limit $3`,
};

/** Moves the cursor to $1 if $2 is still the fence, and the database still the one that has the epoch $3. */
export const MOVE_CURSOR = {
  name: 'relay-move',
  text: `update relay_cursor set relayed = $1 where fence = $2 and ${isServedAsKnown('$3')} returning relayed`,
};

/** For each durable the position of the first event after its floor that its filter lets through. */
export const FIND_NEXT = {
  name: 'relay-next',
  text: `select d.name, n.position as next
    from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[])
      as d (name, floor, workspace, kind, schema_name, recipient, skips_imported)
    left join lateral (
      select e.position from crumb_event e
      where e.position > d.floor
        and (d.workspace is null or e.workspace = d.workspace)
        and (d.kind is null or e.kind = d.kind)
        and (d.schema_name is null or e.schema_name = d.schema_name)
        and (d.recipient is null or coalesce(e.recipient, '') = d.recipient)
        and (d.skips_imported is null or not (e.imported and e.kind = 'created'))
        and ${isOfThisLog('e')}
      order by e.position limit 1
    ) n on true`,
};

/** The log, the server that has it, and how far it is published. */
export const READ_STATE = {
  name: 'relay-state',
  text: `select log_id, epoch, ${SERVED_HEAD}, relayed, fence from log_head cross join relay_cursor`,
};

/** Takes the cursor over from any other relay. */
export const TAKE_OVER = 'update relay_cursor set fence = fence + 1 returning fence';

/** Raises the floors of durables while the database still has the epoch $3; a lower value is ignored. */
export const RAISE_FLOORS = `update durable d set floor = r.floor, updated_at = now()
  from unnest($1::text[], $2::bigint[]) as r (name, floor) where d.name = r.name and d.floor < r.floor
    and ${isServedAsKnown('$3')}`;

/** How long the oldest event after $1 has waited. */
export const OLDEST_UNRELAYED = `
  select greatest(0, extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as ms
  from crumb_event e where position > $1 and ${isOfThisLog('e')} order by position limit 1`;

/** How long ago the events at the positions $1 were written. */
export const AGES = {
  name: 'relay-ages',
  text: `select position, greatest(0, extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as ms
    from crumb_event e where position = any($1::bigint[]) and ${isOfThisLog('e')}`,
};

/** The id and version of the crumb whose event is at $1. */
export const EVENT_AT = {
  name: 'relay-event-at',
  text: `select id, version from crumb_event e where position = $1 and ${isOfThisLog('e')}`,
};
