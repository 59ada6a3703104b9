import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An entry that becomes due by the database's clock: a deadline, an expiry, a lane to open, a timer, a schedule, the next round of a session, an approval, a lane that a waiting turn leaves, or a tool request whose runner is told later. */
@Entity('due')
@Index('due_in_time', ['dueAt'])
@Index('due_approvals', ['workspace', 'dueAt'], { where: `kind = 'approval'` })
export class DueEntity {
  @PrimaryColumn({ type: 'text' })
  kind!: 'deadline' | 'expiry' | 'lane' | 'timer' | 'schedule' | 'round' | 'approval' | 'lane-hold' | 'request';

  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  /** Id of the turn or crumb, or name of the lane; of a round, the message that began the rounds. */
  @PrimaryColumn({ type: 'text' })
  key!: string;

  @Column({ name: 'due_at', type: 'timestamptz', precision: 3 })
  dueAt!: Date;

  /** Not used. */
  @Column({ type: 'jsonb', nullable: true })
  payload!: unknown;
}
