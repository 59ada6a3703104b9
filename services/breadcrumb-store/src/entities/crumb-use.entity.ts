import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When a breadcrumb whose schema has a life by use was last used, beside the contexts that quote it. Written in batches. */
@Entity('crumb_use')
export class CrumbUseEntity {
  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** By the clock of the database, when the batch was written. */
  @Column({ name: 'used_at', type: 'timestamptz', precision: 3 })
  usedAt!: Date;

  @Column({ type: 'bigint' })
  uses!: number;
}

/** Since when uses of breadcrumbs of a schema are counted: earlier ones are not known. */
@Entity('use_since')
export class UseSinceEntity {
  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  @PrimaryColumn({ name: 'schema_name', type: 'text' })
  schemaName!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  since!: Date;
}
