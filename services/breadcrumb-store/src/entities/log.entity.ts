import type { EventKind, Participant } from '@crumbtrail/contracts';
import { Check, Column, Entity, Generated, Index, PrimaryColumn } from 'typeorm';

/**
 * The state of the log and its active writer, in one row. Every append locks the row, so positions follow the commit order. The
 * table has a fill factor of 10, which TypeORM cannot declare: the row is updated in place.
 */
@Entity('log_head')
@Check('log_head_one_check', 'one')
export class LogHeadEntity {
  /** Always true, so that there is only one row. */
  @PrimaryColumn({ type: 'boolean', default: true })
  one!: boolean;

  /** Identifies the database: a stream with events of another log is not continued. */
  @Generated('uuid')
  @Column({ name: 'log_id', type: 'uuid' })
  logId!: string;

  /** Incremented when a lost or restored stream is filled again. */
  @Column({ type: 'integer', default: 1 })
  epoch!: number;

  /** The last position of the log. */
  @Column({ type: 'bigint', default: 0 })
  position!: number;

  /** No longer used: fences were counted here before they rose by random steps. */
  @Column({ name: 'claim_fence', type: 'bigint', default: 0 })
  claimFence!: number;

  /** Host, process id and lease name of the active writer. */
  @Column({ type: 'text', nullable: true })
  writer!: string | null;

  /** Every append checks that this is still the fence of its writer. */
  @Column({ name: 'writer_fence', type: 'bigint', default: 0 })
  writerFence!: number;

  /** When the writer's lease ends unless it is renewed. */
  @Column({ name: 'writer_until', type: 'timestamptz', precision: 3, nullable: true })
  writerUntil!: Date | null;

  /** The Postgres timeline on which the writer took its lease: another one is that of a promoted replica. */
  @Column({ type: 'integer', nullable: true })
  timeline!: number | null;
}

/** One event of the log: a version of a crumb was created or updated, or the crumb was erased or expired. Events are never deleted. */
@Entity('crumb_event')
@Check('crumb_event_kind_check', `kind in ('created', 'updated', 'erased', 'expired')`)
@Index('crumb_event_by_workspace', ['workspace', 'position'])
@Index('crumb_event_by_schema', ['workspace', 'schemaName', 'position'])
@Index('crumb_event_change_in_session', ['workspace', 'session', 'position'], {
  where: `kind <> 'created' and session is not null`,
})
export class CrumbEventEntity {
  /** Unique in a workspace. One that came from another cell keeps its positions, which this log may have too. */
  @PrimaryColumn({ type: 'bigint' })
  position!: number;

  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  /** Id of the crumb. */
  @Column({ type: 'uuid' })
  id!: string;

  @Column({ type: 'integer' })
  version!: number;

  @Column({ type: 'text' })
  kind!: EventKind;

  @Column({ name: 'schema_name', type: 'text' })
  schemaName!: string;

  @Column({ type: 'text', nullable: true })
  session!: string | null;

  @Column({ name: 'trail_id', type: 'uuid' })
  trailId!: string;

  @Column({ name: 'cause_id', type: 'uuid', nullable: true })
  causeId!: string | null;

  @Column({ name: 'cause_version', type: 'integer', nullable: true })
  causeVersion!: number | null;

  @Column({ type: 'integer' })
  hop!: number;

  @Column({ name: 'author_kind', type: 'text' })
  authorKind!: Participant['kind'];

  @Column({ name: 'author_id', type: 'text' })
  authorId!: string;

  /** Tokens as in {@link CrumbEntity.audience}. */
  @Column({ type: 'text', array: true })
  audience!: string[];

  /** The participant or service that the event is addressed to, where its schema names one. */
  @Column({ type: 'text', nullable: true })
  recipient!: string | null;

  @Column({ type: 'boolean' })
  imported!: boolean;

  /** Empty once the crumb is erased. */
  @Column({ name: 'content_hash', type: 'text' })
  contentHash!: string;

  /** W3C trace context of the request that wrote the crumb. */
  @Column({ type: 'text', nullable: true })
  traceparent!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
