import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A URL that events of a workspace are sent to, and the cursor of what was sent. */
@Entity('webhook')
export class WebhookEntity {
  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  @PrimaryColumn({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  url!: string;

  @Column({ type: 'jsonb' })
  filter!: object;

  /** Encrypted with the key of the installation, which the database does not hold. */
  @Column({ name: 'sealed_secret', type: 'text' })
  sealedSecret!: string;

  /** The turn that it follows, and for whom; null: it is a webhook of an operator. */
  @Column({ type: 'jsonb', nullable: true })
  task!: object | null;

  @Column({ name: 'created_by', type: 'text' })
  createdBy!: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'bigint' })
  position!: number;

  /** How often the next event was sent without success. */
  @Column({ type: 'integer' })
  attempts!: number;

  @Column({ name: 'next_at', type: 'timestamptz', precision: 3 })
  nextAt!: Date;

  @Column({ name: 'last_error', type: 'text', nullable: true })
  lastError!: string | null;

  @Column({ type: 'bigint' })
  delivered!: number;

  @Column({ type: 'bigint' })
  dead!: number;

  /** Grows whenever somebody else may go on with it. */
  @Column({ type: 'bigint' })
  fence!: number;

  @Column({ name: 'leased_until', type: 'timestamptz', precision: 3, nullable: true })
  leasedUntil!: Date | null;
}
