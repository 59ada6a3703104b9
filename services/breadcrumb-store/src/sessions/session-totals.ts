import { AgentResponse, UserMessage } from '@crumbtrail/contracts';
import type { Statement } from '../database/database';
import type { Ledger } from '../ledger/ledger';
import { versionKey, type CrumbRecord } from '../ledger/stored-rows';

/** The tokens of an answer: as billed, else as counted. `usage` is its payload's member in SQL. */
export const usedTokensSql = (usage: string): string =>
  `coalesce((${usage} ->> 'prompt_tokens')::numeric + coalesce((${usage} ->> 'completion_tokens')::numeric, 0),
    (${usage} ->> 'counted_prompt_tokens')::numeric)`;

/** The cost of an answer in US dollars. `usage` is its payload's member in SQL. */
export const usedDollarsSql = (usage: string): string => `(${usage} ->> 'cost_usd')::numeric`;

const KEY = 'workspace, session, author_kind, author_id';
const COLUMNS = `${KEY}, audience_key, audience, messages, counted, tokens, priced, cost_usd`;

/** Sums of rows of messages and answers, with their `usage`. */
const sumsOf = (
  said: string,
): string => `select ${KEY}, md5(array_to_string(audience, ' '))::uuid as audience_key, audience,
    count(*) as messages, count(tokens) as counted, coalesce(sum(tokens), 0) as tokens, count(cost_usd) as priced, coalesce(sum(cost_usd), 0) as cost_usd
  from (select s.*, ${usedTokensSql('usage')} as tokens, ${usedDollarsSql('usage')} as cost_usd from (${said}) s) used
  group by ${KEY}, audience`;

/** Messages and answers as they are stored, without erased and expired ones. */
const STORED = `select c.workspace, c.session, c.author_kind, c.author_id, c.audience,
    case when c.schema_name = '${AgentResponse.name}' then v.context -> 'usage' end as usage
  from crumb c join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
  where c.session is not null and c.schema_name in ('${UserMessage.name}', '${AgentResponse.name}')
    and c.erased_at is null and c.expired_at is null`;

/** Adds messages and answers, the rows of {@link newTotals}, to the totals of their sessions. */
export const addTotalsSql = (parameter: string): string => `insert into session_total as t (${COLUMNS})
  ${sumsOf(`select * from jsonb_to_recordset(${parameter}::jsonb)
    as r (workspace text, session text, author_kind text, author_id text, audience text[], usage jsonb)`)}
  on conflict (${KEY}, audience_key) do update set messages = t.messages + excluded.messages, counted = t.counted + excluded.counted,
    tokens = t.tokens + excluded.tokens, priced = t.priced + excluded.priced, cost_usd = t.cost_usd + excluded.cost_usd`;

/** Takes messages and answers out of the totals of their sessions; runs before they are marked as erased or expired. */
export const SUBTRACT_TOTALS: Statement = {
  name: 'subtract-totals',
  text: `update session_total t set messages = t.messages - g.messages, counted = t.counted - g.counted, tokens = t.tokens - g.tokens,
      priced = t.priced - g.priced, cost_usd = t.cost_usd - g.cost_usd
    from (${sumsOf(`${STORED} and (c.workspace, c.id) in (select r.workspace, r.id from jsonb_to_recordset($1::jsonb) as r (workspace text, id uuid))`)}) g
    where t.workspace = g.workspace and t.session = g.session and t.author_kind = g.author_kind and t.author_id = g.author_id
      and t.audience_key = g.audience_key`,
};

/** Counts everything again, after breadcrumbs came by another way than the writer. */
export const RECOUNT_TOTALS: readonly string[] = [
  'truncate session_total',
  `insert into session_total (${COLUMNS}) ${sumsOf(STORED)}`,
];

const isCounted = ({ schema_name, session }: CrumbRecord): boolean =>
  session !== null && (schema_name === UserMessage.name || schema_name === AgentResponse.name);

const isGone = ({ erased_at, expired_at }: CrumbRecord): boolean => erased_at !== null || expired_at !== null;

/** The new messages and answers of a group, as rows for {@link addTotalsSql}. */
export function newTotals(ledger: Ledger): object[] {
  const { added } = ledger.crumbs.changes();
  return added
    .filter((crumb) => isCounted(crumb) && !isGone(crumb))
    .map(({ workspace, id, version, schema_name, session, author_kind, author_id, audience }) => {
      const { context } = ledger.versions.get(versionKey(workspace, id, version)) ?? {};
      const usage = schema_name === AgentResponse.name ? context?.['usage'] : undefined;
      return { workspace, session, author_kind, author_id, audience, usage };
    });
}

/** The messages and answers of a group that are erased or expire, as rows for {@link SUBTRACT_TOTALS}. */
export function removedTotals(ledger: Ledger): object[] {
  const { altered } = ledger.crumbs.changes();
  return altered.filter((crumb) => isCounted(crumb) && isGone(crumb)).map(({ workspace, id }) => ({ workspace, id }));
}
