import type { AutoRounds, TurnChoice, TurnState } from '@crumbtrail/contracts';
import type { TurnApprovals } from '@crumbtrail/contracts/operations/turns';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A turn of an agent, with everything that is needed to open it later. */
@Entity('turn')
@Check('turn_state_check', `state in ('queued', 'open', 'waiting', 'closed')`)
@Index('turn_open_in_lane', ['workspace', 'lane'], { unique: true, where: `state = 'open'` })
@Index('turn_waiting_in_lane', ['workspace', 'lane', 'causePosition'], { where: `state <> 'closed'` })
@Index('turn_by_cause', ['workspace', 'causeId'])
@Index('turn_by_end', ['workspace', 'closedAt'], { where: `state = 'closed'` })
@Index('turn_in_time', ['workspace', 'requestedAt'])
@Index('turn_of_agent', ['workspace', 'agent', 'requestedAt'])
@Index('turn_in_session', ['workspace', 'session', 'requestedAt'], { where: 'session is not null' })
@Index('turn_by_time', ['workspace', 'lane', 'agent', 'openedAt'])
export class TurnEntity {
  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  agent!: string;

  /** Of the turns of a lane, one is open at a time. */
  @Column({ type: 'text' })
  lane!: string;

  @Column({ type: 'text', nullable: true })
  session!: string | null;

  @Column({ type: 'text' })
  state!: TurnState;

  /** Id of the crumb that triggered the turn. */
  @Column({ name: 'cause_id', type: 'uuid' })
  causeId!: string;

  @Column({ name: 'cause_version', type: 'integer' })
  causeVersion!: number;

  /** Turns of a lane open in the order of these positions. */
  @Column({ name: 'cause_position', type: 'bigint' })
  causePosition!: number;

  /** The place of the agent among those that the trigger wakes, from 0. */
  @Column({ type: 'integer', default: 0 })
  place!: number;

  /** Author of the trigger, such as `user:ann`, who may read a private answer to it. */
  @Column({ name: 'cause_author', type: 'text' })
  causeAuthor!: string;

  /** Of the trigger; tokens as in {@link CrumbEntity.audience}. */
  @Column({ type: 'text', array: true })
  audience!: string[];

  /** Who may read the answer of a confidant, where its context narrowed it; tokens as in {@link CrumbEntity.audience}. */
  @Column({ type: 'text', array: true, nullable: true })
  readers!: string[] | null;

  @Column({ name: 'trail_id', type: 'uuid' })
  trailId!: string;

  /** Of the turn's crumb. */
  @Column({ type: 'integer' })
  hop!: number;

  /** Id of the agent's definition. */
  @Column({ name: 'definition_id', type: 'uuid' })
  definitionId!: string;

  @Column({ name: 'definition_version', type: 'integer' })
  definitionVersion!: number;

  /** Tells repeated turns of the same agent for the same trigger apart. */
  @Column({ type: 'integer' })
  generation!: number;

  /** Who runs the turn: the pool of the agent executor, or the agent's own service. */
  @Column({ type: 'text' })
  runner!: 'pool' | 'service';

  @Column({ name: 'turn_seconds', type: 'integer' })
  turnSeconds!: number;

  @Column({ name: 'turns_per_minute', type: 'integer' })
  turnsPerMinute!: number;

  /** W3C trace context of the trigger. */
  @Column({ type: 'text', nullable: true })
  traceparent!: string | null;

  @Column({ name: 'requested_at', type: 'timestamptz', precision: 3 })
  requestedAt!: Date;

  /** Null for a turn that waits or was refused. */
  @Column({ name: 'opened_at', type: 'timestamptz', precision: 3, nullable: true })
  openedAt!: Date | null;

  @Column({ name: 'deadline_at', type: 'timestamptz', precision: 3, nullable: true })
  deadlineAt!: Date | null;

  @Column({ name: 'closed_at', type: 'timestamptz', precision: 3, nullable: true })
  closedAt!: Date | null;

  @Column({ name: 'response_id', type: 'uuid', nullable: true })
  responseId!: string | null;

  /** The action of the response, such as `reply` or `wait`. */
  @Column({ type: 'text', nullable: true })
  action!: string | null;

  /** Why the agent speaks, where a strategy or a trigger chose it. */
  @Column({ type: 'jsonb', nullable: true })
  chosen!: TurnChoice | null;

  /** The rounds that follow in a session with `auto`. */
  @Column({ type: 'jsonb', nullable: true })
  auto!: AutoRounds | null;

  /** The tool requests that wait for a person. */
  @Column({ type: 'jsonb', nullable: true })
  approvals!: TurnApprovals | null;

  /** Milliseconds that it has waited for people. */
  @Column({ name: 'waited_ms', type: 'bigint', default: 0 })
  waitedMs!: number;
}

/** The conductor has processed this version of this crumb. */
@Entity('decision')
@Index('decision_by_age', ['decidedAt'], { type: 'brin' })
export class DecisionEntity {
  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  @PrimaryColumn({ name: 'cause_id', type: 'uuid' })
  causeId!: string;

  @PrimaryColumn({ name: 'cause_version', type: 'integer' })
  causeVersion!: number;

  /** How many turns were requested. */
  @Column({ type: 'integer' })
  turns!: number;

  /** Why no turn was requested, or with turns why other agents do not speak. */
  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  @Column({ name: 'decided_at', type: 'timestamptz', precision: 3 })
  decidedAt!: Date;
}
