import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The reply to a request with an idempotency key, for when the request is sent again. Deleted after seven days. */
@Entity('idempotency')
@Index('idempotency_by_age', ['createdAt'])
export class IdempotencyEntity {
  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  @PrimaryColumn({ type: 'text' })
  caller!: string;

  @PrimaryColumn({ type: 'text' })
  key!: string;

  /** Tells another request with the same key from a repetition. */
  @Column({ name: 'request_hash', type: 'text' })
  requestHash!: string;

  @Column({ type: 'jsonb' })
  reply!: unknown;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
