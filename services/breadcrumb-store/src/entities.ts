import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A tenant. */
@Entity('workspace')
export class WorkspaceEntity {
  @PrimaryColumn({ type: 'text' })
  name!: string;

  @Column({ type: 'timestamptz', name: 'created_at', insert: false, update: false })
  createdAt!: Date;
}

/** An API key without its secret. */
@Entity('api_key')
export class ApiKeyEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  workspace!: string;

  @Column({ type: 'text', name: 'participant_kind' })
  participantKind!: 'user' | 'agent' | 'tool' | 'operator' | 'service';

  @Column({ type: 'text', name: 'participant_id' })
  participantId!: string;

  @Column({ type: 'text' })
  role!: 'reader' | 'writer' | 'operator';

  @Column({ type: 'text', name: 'secret_hash' })
  secretHash!: string;

  @Column({ type: 'timestamptz', name: 'created_at', insert: false, update: false })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;
}

export const entities = [WorkspaceEntity, ApiKeyEntity];
