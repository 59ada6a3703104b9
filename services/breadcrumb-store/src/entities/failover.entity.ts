import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A change of the database server that was noticed: a promoted replica, or a restored copy. */
@Entity('failover')
export class FailoverEntity {
  /** The epoch of the log that began with it. */
  @PrimaryColumn({ type: 'integer' })
  epoch!: number;

  /** The timeline of the server since then; null where the server does not tell. */
  @Column({ type: 'integer', nullable: true })
  timeline!: number | null;

  /** The last position of the log that the server had. */
  @Column({ type: 'bigint' })
  head!: number;

  /** The last position that was known to be committed before; greater than `head` where positions were lost. */
  @Column({ name: 'last_known', type: 'bigint' })
  lastKnown!: number;

  /** When the store noticed. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'clock_timestamp()' })
  at!: Date;
}
