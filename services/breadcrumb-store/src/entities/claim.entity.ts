import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The right of one holder to write under a key, such as `turn:<id>`. Deleted a day after it ended. */
@Entity('claim')
export class ClaimEntity {
  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  @PrimaryColumn({ type: 'text' })
  key!: string;

  /** Higher by a random step than the fence of the claim before; a holder with an old fence may not write. */
  @Column({ type: 'bigint' })
  fence!: number;

  @Column({ type: 'text' })
  holder!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  until!: Date;
}
