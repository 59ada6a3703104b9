import type { MigrationInterface, QueryRunner } from 'typeorm';
import { limitToWorkspaces } from './workspace-policy';

const UP = [
  `
  create table session_total (
    workspace text not null,
    session text not null,
    author_kind text not null,
    author_id text not null,
    audience_key uuid not null,
    audience text[] not null,
    messages bigint not null,
    counted bigint not null,
    tokens numeric not null,
    priced bigint not null,
    cost_usd numeric not null,
    primary key (workspace, session, author_kind, author_id, audience_key)
  )`,
  `
  insert into session_total
  select workspace, session, author_kind, author_id, md5(array_to_string(audience, ' '))::uuid, audience,
    count(*), count(tokens), coalesce(sum(tokens), 0), count(cost_usd), coalesce(sum(cost_usd), 0)
  from (
    select c.workspace, c.session, c.author_kind, c.author_id, c.audience, (u.usage ->> 'cost_usd')::numeric as cost_usd,
      coalesce((u.usage ->> 'prompt_tokens')::numeric + coalesce((u.usage ->> 'completion_tokens')::numeric, 0),
        (u.usage ->> 'counted_prompt_tokens')::numeric) as tokens
    from crumb c
    join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
    cross join lateral (select case when c.schema_name = 'agent.response.v1' then v.context -> 'usage' end as usage) u
    where c.session is not null and c.schema_name in ('user.message.v1', 'agent.response.v1')
      and c.erased_at is null and c.expired_at is null) said
  group by workspace, session, author_kind, author_id, audience`,
  ...limitToWorkspaces('session_total'),
];

/** How many messages and answers each session has, and what its answers have used, by author and audience. */
export class SessionTotals1763690400098 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table session_total');
  }
}
