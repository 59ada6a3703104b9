import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Schemas whose narrow audiences name agents, and at most the author of the message besides. */
const OF_AGENTS = `('agent.turn.v1', 'agent.context.v1', 'agent.step.v1', 'tool.request.v1', 'tool.start.v1', 'tool.response.v1', 'guard.fired.v1')`;

/**
 * One kind for each id: of the participant who had it first, as an agent with a definition or turns, the holder of a key, an author, or a
 * member of a session.
 */
const FIRST_KINDS = `
  create temporary table first_kind on commit drop as
  select distinct on (workspace, id) workspace, id, kind, bool_or(kind = 'agent') over (partition by workspace, id) as is_agent from (
    select c.workspace, v.context ->> 'agent' as id, 'agent' as kind, c.created_at as since
      from crumb c join crumb_version v on v.workspace = c.workspace and v.id = c.id where c.schema_name = 'agent.def.v1'
    union all select workspace, agent, 'agent', min(requested_at) from turn group by 1, 2
    union all select workspace, participant_id, participant_kind, created_at from api_key
    union all select workspace, author_id, author_kind, min(created_at) from crumb group by 1, 2, 3
    union all select v.workspace, m.id, m.kind, v.updated_at
      from crumb c join crumb_version v on v.workspace = c.workspace and v.id = c.id
      cross join lateral jsonb_to_recordset(v.context -> 'members') m (kind text, id text) where c.schema_name = 'session.v1'
  ) known where id is not null order by workspace, id, since, kind`;

/** Tokens with the kinds of their participants; a participant whom nobody knows is a person without a key. */
const withKinds = (column: string, row: string, isOfAgents = 'false'): string => `
  array(select case when t.token in ('*', '@agents') or position(':' in t.token) > 0 then t.token
      when ${isOfAgents} and f.is_agent then 'agent:' || t.token
      else coalesce(f.kind, 'user') || ':' || t.token end
    from unnest(${column}) with ordinality t (token, at)
    left join first_kind f on f.workspace = ${row}.workspace and f.id = t.token order by t.at)`;

const isListed = (column: string): string => `not ${column} <@ '{*,@agents}'`;

/**
 * Gives participants in audiences their kinds. An id that several participants had becomes the first of them, so that a participant who took the id
 * later no longer reads what was written for the first.
 */
export class ParticipantKinds1763690400022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FIRST_KINDS);
    for (const table of ['crumb', 'chunk', 'crumb_event']) {
      await runner.query(
        `update ${table} r set audience = ${withKinds('r.audience', 'r', `r.schema_name in ${OF_AGENTS}`)} where ${isListed('r.audience')}`,
      );
    }
    for (const table of ['crumb', 'chunk']) {
      await runner.query(
        `update ${table} r set informs = ${withKinds('r.informs', 'r')} where ${isListed('r.informs')}`,
      );
    }
    for (const column of ['audience', 'readers']) {
      const names = withKinds(`r.${column}`, 'r');
      await runner.query(`update turn r set ${column} = ${names} where ${isListed(`r.${column}`)}`);
    }
    await runner.query(`
      update turn r set cause_author = c.author_kind || ':' || c.author_id
        from crumb c where c.workspace = r.workspace and c.id = r.cause_id`);
    await runner.query('drop table first_kind');
  }

  async down(runner: QueryRunner): Promise<void> {
    const bare = (column: string): string =>
      `array(select regexp_replace(t.token, '^[a-z]+:', '') from unnest(${column}) with ordinality t (token, at) order by t.at)`;
    for (const table of ['crumb', 'chunk', 'crumb_event', 'turn'])
      await runner.query(`update ${table} r set audience = ${bare('r.audience')} where ${isListed('r.audience')}`);
    for (const table of ['crumb', 'chunk'])
      await runner.query(`update ${table} r set informs = ${bare('r.informs')} where ${isListed('r.informs')}`);
    await runner.query(`update turn r set readers = ${bare('r.readers')} where ${isListed('r.readers')}`);
    await runner.query(`update turn set cause_author = regexp_replace(cause_author, '^[a-z]+:', '')`);
  }
}
