import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ApiKeyEntity } from './workspace.entity';

/** A code of a sign-in link, or a session of the console: it stands for the holder of a key until it expires, is used or is ended. */
@Entity('sign_in')
@Check('sign_in_kind_check', `kind in ('code', 'session')`)
@Index('sign_in_by_expiry', ['expiresAt'])
export class SignInEntity {
  /** SHA-256 of the secret; the secret itself is not stored. */
  @PrimaryColumn({ type: 'text' })
  hash!: string;

  @Column({ type: 'text' })
  kind!: 'code' | 'session';

  @ForeignKey(() => ApiKeyEntity, { name: 'sign_in_key_fkey' })
  @Column({ name: 'key_id', type: 'uuid' })
  keyId!: string;

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt!: Date;
}
