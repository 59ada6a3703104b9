import type { Participant } from '@crumbtrail/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The primary key of a chunk. */
abstract class ChunkKey {
  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  @PrimaryColumn({ name: 'crumb_id', type: 'uuid' })
  crumbId!: string;

  @PrimaryColumn({ type: 'integer' })
  version!: number;

  /** Which piece of the text it is, from 0. */
  @PrimaryColumn({ type: 'integer' })
  ordinal!: number;
}

/** The primary key of what an embedder made, or is to make, of a chunk. */
abstract class EmbeddedChunkKey extends ChunkKey {
  /** Full name of the embedder. */
  @PrimaryColumn({ type: 'text' })
  embedder!: string;
}

/** A piece of the rendered text of a version, as the search index has it. An erasure deletes its chunks at once. */
@Entity('chunk')
@Index('chunk_in_session', ['workspace', 'session', 'occurredAt', 'position'])
@Index('chunk_in_session_by_position', ['workspace', 'session', 'position'], { where: 'session is not null' })
@Index('chunk_of_schema', ['workspace', 'schemaName', 'occurredAt', 'position'])
@Index('chunk_in_time', ['workspace', 'occurredAt', 'position'])
@Index('chunk_text', ['tsv'], { type: 'gin' })
@Index('chunk_by_position', ['position', 'crumbId', 'ordinal'])
export class ChunkEntity extends ChunkKey {
  /** How many pieces the text has. */
  @Column({ type: 'integer', default: 1 })
  chunks!: number;

  /** Log position of the version. */
  @Column({ type: 'bigint' })
  position!: number;

  /** Log position of the next version; null for the current one. */
  @Column({ name: 'superseded_position', type: 'bigint', nullable: true })
  supersededPosition!: number | null;

  @Column({ type: 'text', nullable: true })
  session!: string | null;

  @Column({ name: 'schema_name', type: 'text' })
  schemaName!: string;

  @Column({ name: 'author_kind', type: 'text' })
  authorKind!: Participant['kind'];

  @Column({ name: 'author_id', type: 'text' })
  authorId!: string;

  /** As in {@link CrumbEntity.authorName}. */
  @Column({ name: 'author_name', type: 'text', nullable: true })
  authorName!: string | null;

  /** Tokens as in {@link CrumbEntity.audience}. */
  @Column({ type: 'text', array: true })
  audience!: string[];

  /** As in {@link CrumbEntity.informs}. */
  @Column({ type: 'text', array: true, nullable: true })
  informs!: string[] | null;

  @Column({ type: 'text', array: true })
  tags!: string[];

  @Column({ type: 'boolean' })
  imported!: boolean;

  @Column({ name: 'occurred_at', type: 'timestamptz', precision: 3 })
  occurredAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3, nullable: true })
  expiresAt!: Date | null;

  /** Empty where the version has no text or its hints failed. */
  @Column({ type: 'text' })
  text!: string;

  @Column({ name: 'text_hash', type: 'text' })
  textHash!: string;

  /** Why the hints failed. */
  @Column({ name: 'hint_error', type: 'text', nullable: true })
  hintError!: string | null;

  /** Tokens of the text by the encoding o200k_base. */
  @Column({ name: 'tokens_o200k', type: 'integer' })
  tokensO200k!: number;

  /** Tokens of the text by the encoding cl100k_base. */
  @Column({ name: 'tokens_cl100k', type: 'integer' })
  tokensCl100k!: number;

  /** Fingerprint by which nearly equal texts are found. */
  @Column({ type: 'text' })
  simhash!: string;

  /** How many stems the text has, for BM25. */
  @Column({ type: 'integer' })
  length!: number;

  /** The stems with their positions, and the author's name. */
  @Column({ type: 'tsvector' })
  tsv!: string;

  /** Its meaning by the built-in embedder, whole numbers up to 127: compared by their cosine alone. Null where it has none. */
  @Column({ type: 'halfvec', length: 64, nullable: true })
  meaning!: number[] | null;

  /** Whether the statistics of its workspace include it. */
  @Column({ type: 'boolean' })
  counted!: boolean;
}

const CHUNK_COLUMNS = ['workspace', 'crumbId', 'version', 'ordinal'] as const;

/**
 * The vector of a chunk by one embedder. Embedders differ in their dimensions, so the column has none. Once the vectors of an
 * embedder are complete, the index builds a partial HNSW index for them, whose name and dimensions are known only then
 * (`search/index/vectors/hnsw-index.ts`); it is therefore not declared here.
 */
@Entity('chunk_vector')
@ForeignKey(() => ChunkEntity, CHUNK_COLUMNS, CHUNK_COLUMNS, {
  name: 'chunk_vector_workspace_crumb_id_version_ordinal_fkey',
  onDelete: 'CASCADE',
})
export class ChunkVectorEntity extends EmbeddedChunkKey {
  @Column({ type: 'vector' })
  embedding!: number[];
}

/** A chunk that an embedder refused, and when it is tried again. */
@Entity('vector_retry')
@ForeignKey(() => ChunkEntity, CHUNK_COLUMNS, CHUNK_COLUMNS, {
  name: 'vector_retry_workspace_crumb_id_version_ordinal_fkey',
  onDelete: 'CASCADE',
})
export class VectorRetryEntity extends EmbeddedChunkKey {
  @Column({ type: 'integer' })
  attempts!: number;

  @Column({ name: 'due_at', type: 'timestamptz', precision: 3 })
  dueAt!: Date;
}
