import type { Participant, Role } from '@crumbtrail/contracts';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** A tenant: every other table but those of the log's state names the workspace that a row belongs to. */
@Entity('workspace')
export class WorkspaceEntity {
  @PrimaryColumn({ type: 'text' })
  name!: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  /** The cell that has it now; null: it is here. */
  @Column({ name: 'moved_to', type: 'text', nullable: true })
  movedTo!: string | null;

  /** Its events through this position were written in another cell, and delivered there. Null: all of them are of this log. */
  @Column({ name: 'arrived_through', type: 'bigint', nullable: true })
  arrivedThrough!: number | null;

  /** It is being copied here: another cell still has it. */
  @Column({ name: 'is_arriving', type: 'boolean', default: false })
  isArriving!: boolean;

  /** The logs that it was in before, by their ids: cursors of them stay valid. */
  @Column({ name: 'past_logs', type: 'uuid', array: true, default: () => `'{}'` })
  pastLogs!: string[];
}

/** An API key without its secret. */
@Entity('api_key')
@Check('api_key_role_check', `role in ('reader', 'writer', 'operator')`)
@Unique('api_key_secret_hash_key', ['secretHash'])
@Index('api_key_by_workspace', ['workspace', 'createdAt'])
export class ApiKeyEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @ForeignKey(() => WorkspaceEntity, { name: 'api_key_workspace_fkey' })
  @Column({ type: 'text' })
  workspace!: string;

  @Column({ name: 'participant_kind', type: 'text' })
  participantKind!: Participant['kind'];

  @Column({ name: 'participant_id', type: 'text' })
  participantId!: string;

  /** The display name of its holder; null: none. */
  @Column({ type: 'text', nullable: true })
  name!: string | null;

  /** It is the key of a chat program, whose system messages agents take as a persona by default. */
  @Column({ type: 'boolean', default: false })
  client!: boolean;

  /** The user of NATS that it stands for, by its public NKEY, or `anyone`; null: it has a secret. */
  @Column({ name: 'nats_user', type: 'text', nullable: true })
  natsUser!: string | null;

  @Column({ type: 'text' })
  role!: Role;

  /** SHA-256 of the secret; the secret itself is not stored. */
  @Column({ name: 'secret_hash', type: 'text' })
  secretHash!: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  /** Null: the key does not expire. */
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3, nullable: true })
  expiresAt!: Date | null;

  /** Null: the key was not revoked. */
  @Column({ name: 'revoked_at', type: 'timestamptz', precision: 3, nullable: true })
  revokedAt!: Date | null;

  /** Null: the key was never used. Some minutes older than its last use. */
  @Column({ name: 'last_used_at', type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt!: Date | null;
}
