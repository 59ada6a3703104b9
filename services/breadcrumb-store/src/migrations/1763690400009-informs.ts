import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whose answers a crumb may inform, where that is not its audience. Results of tools get the readers of the answer of their turn, as the
 * writer computes it for new ones.
 */
export class Informs1763690400009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table crumb add column informs text[]');
    await runner.query('alter table chunk add column informs text[]');
    await runner.query(`
      update crumb c set informs = case
          when t.audience @> '{*}' then '{*}'::text[]
          when t.audience @> '{@agents}' then t.audience
          else array(select distinct unnest(t.audience || t.cause_author)) end
        from crumb_version v
        join turn t on t.workspace = v.workspace and t.id = (v.context -> 'turn' ->> 'id')::uuid
        where c.schema_name = 'tool.response.v1' and v.workspace = c.workspace and v.id = c.id and v.version = 1`);
    await runner.query(`
      update chunk k set informs = c.informs from crumb c
        where c.informs is not null and k.workspace = c.workspace and k.crumb_id = c.id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table chunk drop column informs');
    await runner.query('alter table crumb drop column informs');
  }
}
