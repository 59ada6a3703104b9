import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many messages and answers of one author and audience a session has, without erased and expired ones, and what these answers have used. */
@Entity('session_total')
export class SessionTotalEntity {
  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  @PrimaryColumn({ type: 'text' })
  session!: string;

  @PrimaryColumn({ name: 'author_kind', type: 'text' })
  authorKind!: string;

  @PrimaryColumn({ name: 'author_id', type: 'text' })
  authorId!: string;

  /** MD5 of the audience, which can be too long for a key. */
  @PrimaryColumn({ name: 'audience_key', type: 'uuid' })
  audienceKey!: string;

  /** As of `crumb`. */
  @Column({ type: 'text', array: true })
  audience!: string[];

  @Column({ type: 'bigint' })
  messages!: number;

  /** How many answers have tokens, billed or counted. */
  @Column({ type: 'bigint' })
  counted!: number;

  @Column({ type: 'numeric' })
  tokens!: string;

  /** How many answers have a cost. */
  @Column({ type: 'bigint' })
  priced!: number;

  @Column({ name: 'cost_usd', type: 'numeric' })
  costUsd!: string;
}
