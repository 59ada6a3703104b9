import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexed text, statistics per workspace and vectors. Written behind the log by the index worker; an erasure empties it at once. */
export class TextIndex1763690400006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create extension if not exists vector');
    await runner.query(`
      create table chunk (
        workspace text not null,
        crumb_id uuid not null,
        version integer not null,
        ordinal integer not null,
        chunks integer not null default 1,
        position bigint not null,
        superseded_position bigint,
        session text,
        schema_name text not null,
        author_kind text not null,
        author_id text not null,
        audience text[] not null,
        tags text[] not null,
        imported boolean not null,
        occurred_at timestamptz(3) not null,
        expires_at timestamptz(3),
        text text not null,
        text_hash text not null,
        hint_error text,
        tokens_o200k integer not null,
        tokens_cl100k integer not null,
        simhash text not null,
        length integer not null,
        tsv tsvector not null,
        primary key (workspace, crumb_id, version, ordinal)
      )`);
    await runner.query('create index chunk_in_session on chunk (workspace, session, occurred_at, position)');
    await runner.query('create index chunk_of_schema on chunk (workspace, schema_name, occurred_at, position)');
    await runner.query('create index chunk_in_time on chunk (workspace, occurred_at, position)');
    await runner.query('create index chunk_text on chunk using gin (tsv)');
    await runner.query(`
      create table term_stat (
        workspace text not null,
        term text not null,
        df integer not null,
        primary key (workspace, term)
      )`);
    await runner.query(`
      create table corpus_stat (
        workspace text primary key,
        chunks integer not null,
        total_length bigint not null
      )`);
    await runner.query(`
      create table chunk_vector (
        workspace text not null,
        crumb_id uuid not null,
        version integer not null,
        ordinal integer not null,
        embedder text not null,
        embedding vector not null,
        primary key (workspace, crumb_id, version, ordinal, embedder),
        foreign key (workspace, crumb_id, version, ordinal) references chunk on delete cascade
      )`);
    await runner.query(`
      create table index_cursor (
        kind text primary key,
        position bigint not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['index_cursor', 'chunk_vector', 'corpus_stat', 'term_stat', 'chunk']) {
      await runner.query(`drop table ${table}`);
    }
  }
}
