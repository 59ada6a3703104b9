import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'create extension if not exists vector',
  `
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
    counted boolean not null,
    primary key (workspace, crumb_id, version, ordinal)
  )`,
  'create index chunk_in_session on chunk (workspace, session, occurred_at, position)',
  'create index chunk_of_schema on chunk (workspace, schema_name, occurred_at, position)',
  'create index chunk_in_time on chunk (workspace, occurred_at, position)',
  'create index chunk_text on chunk using gin (tsv)',
  'create index chunk_by_position on chunk (position, crumb_id, ordinal)',
  `
  create table term_stat (
    workspace text not null,
    term text not null,
    df integer not null,
    primary key (workspace, term)
  )`,
  `
  create table corpus_stat (
    workspace text primary key,
    chunks integer not null,
    total_length bigint not null
  )`,
  `
  create table chunk_vector (
    workspace text not null,
    crumb_id uuid not null,
    version integer not null,
    ordinal integer not null,
    embedder text not null,
    embedding vector not null,
    primary key (workspace, crumb_id, version, ordinal, embedder),
    foreign key (workspace, crumb_id, version, ordinal) references chunk on delete cascade
  )`,
  `
  create table vector_retry (
    workspace text not null,
    crumb_id uuid not null,
    version integer not null,
    ordinal integer not null,
    embedder text not null,
    attempts integer not null,
    due_at timestamptz(3) not null,
    primary key (workspace, crumb_id, version, ordinal, embedder),
    foreign key (workspace, crumb_id, version, ordinal) references chunk on delete cascade
  )`,
  `
  create table index_cursor (
    kind text primary key,
    position bigint not null
  )`,
];

/** Indexed texts, statistics per workspace and vectors. The index worker writes them behind the log; an erasure deletes its texts at once. */
export class TextIndex1763690400006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['index_cursor', 'vector_retry', 'chunk_vector', 'corpus_stat', 'term_stat', 'chunk']) {
      await runner.query(`drop table ${table}`);
    }
  }
}
