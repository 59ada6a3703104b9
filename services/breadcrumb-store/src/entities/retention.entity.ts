import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What retention has removed of one class in a workspace. */
@Entity('retention_sweep')
export class RetentionSweepEntity {
  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  /** A member of `keep_days` of `workspace.retention.v1`. */
  @PrimaryColumn({ type: 'text' })
  class!: string;

  /** How many rows were removed so far. */
  @Column({ type: 'bigint' })
  removed!: number;

  /** Of events: the log of the workspace begins after this position. 0 for other classes. */
  @Column({ type: 'bigint', default: 0 })
  through!: number;

  /** Only what is older than this was removed. */
  @Column({ type: 'timestamptz', precision: 3 })
  before!: Date;

  @Column({ name: 'swept_at', type: 'timestamptz', precision: 3 })
  sweptAt!: Date;
}

/** A file of an archive, which holds everything after the file before it, through a position of the log. */
@Entity('archive_file')
export class ArchiveFileEntity {
  @PrimaryColumn({ name: 'log_id', type: 'uuid' })
  logId!: string;

  @PrimaryColumn({ type: 'bigint' })
  through!: number;

  @Column({ type: 'text' })
  name!: string;

  /** Of the compressed file. */
  @Column({ type: 'text' })
  sha256!: string;

  @Column({ name: 'written_at', type: 'timestamptz', precision: 3, default: () => 'now()' })
  writtenAt!: Date;
}
