import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** The bytes of a file, once per workspace, for as long as a message carries it or an upload waits for one. */
@Entity('file')
export class FileEntity {
  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  /** `sha256:` and the hex digest of its bytes. */
  @PrimaryColumn({ type: 'text' })
  hash!: string;

  /** The media type, found in its bytes. */
  @Column({ type: 'text' })
  type!: string;

  @Column({ type: 'integer' })
  bytes!: number;

  /** Of a picture, in pixels. */
  @Column({ type: 'integer', nullable: true })
  width!: number | null;

  @Column({ type: 'integer', nullable: true })
  height!: number | null;

  /** The beginning of its text; null for a picture. */
  @Column({ type: 'text', nullable: true })
  text!: string | null;

  @Column({ type: 'bytea' })
  data!: Buffer;
}

/** Who uploaded a file and may attach it to a message, until when. */
@Entity('file_upload')
@Index('file_upload_by_expiry', ['expiresAt'])
export class FileUploadEntity {
  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  @PrimaryColumn({ type: 'text' })
  hash!: string;

  /** A participant by kind and id, such as `user:ann`. */
  @PrimaryColumn({ type: 'text' })
  uploader!: string;

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt!: Date;

  @ManyToOne(() => FileEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'workspace', referencedColumnName: 'workspace', foreignKeyConstraintName: 'file_upload_of_file' },
    { name: 'hash', referencedColumnName: 'hash', foreignKeyConstraintName: 'file_upload_of_file' },
  ])
  file!: FileEntity;
}

/** A message that carries a file. */
@Entity('file_use')
@Index('file_use_of', ['workspace', 'hash'])
export class FileUseEntity {
  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  @PrimaryColumn({ name: 'crumb_id', type: 'uuid' })
  crumbId!: string;

  @PrimaryColumn({ type: 'text' })
  hash!: string;

  @ManyToOne(() => FileEntity)
  @JoinColumn([
    { name: 'workspace', referencedColumnName: 'workspace', foreignKeyConstraintName: 'file_use_of_file' },
    { name: 'hash', referencedColumnName: 'hash', foreignKeyConstraintName: 'file_use_of_file' },
  ])
  file!: FileEntity;
}
