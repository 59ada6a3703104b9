import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** How far the log is published to the stream, in one row. It is separate from `log_head` so that the relay never waits for an append. */
@Entity('relay_cursor')
@Check('relay_cursor_one_check', 'one')
export class RelayCursorEntity {
  /** Always true, so that there is only one row. */
  @PrimaryColumn({ type: 'boolean', default: true })
  one!: boolean;

  /** Log position through which events are published. */
  @Column({ type: 'bigint', default: 0 })
  relayed!: number;

  /** Only the relay with this fence may move the cursor. */
  @Column({ type: 'bigint', default: 0 })
  fence!: number;
}

/** A durable consumer of the stream, from which it can be created again. */
@Entity('durable')
@Check('durable_start_check', `start in ('first', 'head')`)
export class DurableEntity {
  @PrimaryColumn({ type: 'text' })
  name!: string;

  /** NATS subject filter. */
  @Column({ type: 'text' })
  filter!: string;

  /** Log position through which it has acknowledged. */
  @Column({ type: 'bigint' })
  floor!: number;

  @Column({ name: 'ack_wait_ms', type: 'integer' })
  ackWaitMs!: number;

  /** Where it started: at the first event, or after the head of that time. */
  @Column({ type: 'text' })
  start!: 'first' | 'head';

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt!: Date;
}
