import type { LlmHints, Participant } from '@crumbtrail/contracts';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The identity of a crumb, and which version is current. A tombstone is a crumb without versions. */
@Entity('crumb')
@Index('crumb_in_time', ['workspace', 'occurredAt', 'createdPosition'])
@Index('crumb_root_in_time', ['workspace', 'occurredAt', 'createdPosition'], {
  where: 'trail_id = id and not imported',
})
@Index('crumb_in_session', ['workspace', 'session', 'occurredAt', 'createdPosition'], { where: 'session is not null' })
@Index('crumb_of_schema', ['workspace', 'schemaName', 'occurredAt', 'createdPosition'])
@Index('crumb_of_conversation', ['workspace', 'session', 'position'], {
  where: "schema_name in ('user.message.v1', 'agent.response.v1', 'agent.note.v1')",
})
@Index('crumb_context_by_age', ['workspace', 'createdAt'], {
  where: `schema_name = 'agent.context.v1' and erased_at is null`,
})
@Index('crumb_erased_in_session', ['workspace', 'session'], { where: 'erased_at is not null' })
@Index('crumb_by_expiry', ['workspace', 'expiredAt'], { where: 'expired_at is not null and erased_at is null' })
@Index('crumb_of_author', ['workspace', 'authorId', 'occurredAt', 'createdPosition'])
@Index('crumb_in_trail', ['workspace', 'trailId', 'createdPosition'])
@Index('crumb_by_cause', ['workspace', 'causeId'], { where: 'cause_id is not null' })
export class CrumbEntity {
  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'schema_name', type: 'text' })
  schemaName!: string;

  @Column({ type: 'text', nullable: true })
  session!: string | null;

  @Column({ name: 'author_kind', type: 'text' })
  authorKind!: Participant['kind'];

  @Column({ name: 'author_id', type: 'text' })
  authorId!: string;

  /** The display name that the author wrote under; null: none, or the crumb was erased. */
  @Column({ name: 'author_name', type: 'text', nullable: true })
  authorName!: string | null;

  /** `*` for everybody, `@agents` for all agents, otherwise participants by kind and id, such as `user:ann`. */
  @Column({ type: 'text', array: true })
  audience!: string[];

  /** The readers whose answers it may inform, in tokens like those of the audience; null: its audience. */
  @Column({ type: 'text', array: true, nullable: true })
  informs!: string[] | null;

  @Column({ name: 'trail_id', type: 'uuid' })
  trailId!: string;

  @Column({ name: 'cause_id', type: 'uuid', nullable: true })
  causeId!: string | null;

  @Column({ name: 'cause_version', type: 'integer', nullable: true })
  causeVersion!: number | null;

  /** How many turns lie between this crumb and the start of its trail. */
  @Column({ type: 'integer' })
  hop!: number;

  @Column({ type: 'boolean' })
  imported!: boolean;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  /** When it happened; an imported crumb may have happened long before it was created. */
  @Column({ name: 'occurred_at', type: 'timestamptz', precision: 3 })
  occurredAt!: Date;

  /** Log position of the first version. */
  @Column({ name: 'created_position', type: 'bigint' })
  createdPosition!: number;

  /** The current version. */
  @Column({ type: 'integer' })
  version!: number;

  /** Log position of the last change. */
  @Column({ type: 'bigint' })
  position!: number;

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3, nullable: true })
  expiresAt!: Date | null;

  @Column({ name: 'expired_at', type: 'timestamptz', precision: 3, nullable: true })
  expiredAt!: Date | null;

  @Column({ name: 'erased_at', type: 'timestamptz', precision: 3, nullable: true })
  erasedAt!: Date | null;

  @Column({ name: 'erased_by_kind', type: 'text', nullable: true })
  erasedByKind!: Participant['kind'] | null;

  @Column({ name: 'erased_by_id', type: 'text', nullable: true })
  erasedById!: string | null;

  /** W3C trace context of the request that created the crumb. */
  @Column({ type: 'text', nullable: true })
  traceparent!: string | null;
}

/** One complete version of a crumb. */
@Entity('crumb_version')
@Index('crumb_version_by_tag', ['tags'], { type: 'gin', where: `tags <> '{}'` })
export class CrumbVersionEntity {
  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @PrimaryColumn({ type: 'integer' })
  version!: number;

  @Column({ type: 'bigint' })
  position!: number;

  @Column({ type: 'text', nullable: true })
  title!: string | null;

  @Column({ type: 'text', array: true })
  tags!: string[];

  /** The payload, as the crumb's schema describes it; long texts are in {@link BlobEntity}. */
  @Column({ type: 'jsonb' })
  context!: Record<string, unknown>;

  /** Hints of this crumb alone; they are merged over those of its schema. */
  @Column({ name: 'llm_hints', type: 'jsonb', nullable: true })
  llmHints!: LlmHints | null;

  @Column({ name: 'content_hash', type: 'text' })
  contentHash!: string;

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3, nullable: true })
  expiresAt!: Date | null;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt!: Date;

  /** Who changed it, as `operator:ann`; null in a first version. */
  @Column({ name: 'updated_by', type: 'text', nullable: true })
  updatedBy!: string | null;
}

/** A long text of a crumb, stored outside of its versions. */
@Entity('blob')
export class BlobEntity {
  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  @PrimaryColumn({ name: 'crumb_id', type: 'uuid' })
  crumbId!: string;

  @Column({ type: 'text' })
  text!: string;
}

/** A version of a crumb that a {@link BlobEntity} quotes: when the quoted crumb is erased, the blob is deleted. */
@Entity('blob_quote')
@Index('blob_quote_of', ['workspace', 'quotedId'])
export class BlobQuoteEntity {
  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  @PrimaryColumn({ name: 'crumb_id', type: 'uuid' })
  crumbId!: string;

  @PrimaryColumn({ name: 'quoted_id', type: 'uuid' })
  quotedId!: string;

  @PrimaryColumn({ name: 'quoted_version', type: 'integer' })
  quotedVersion!: number;
}
