import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Raw, Repository } from 'typeorm';
import { ClaimEntity } from '../entities/claim.entity';
import { IdempotencyEntity } from '../entities/idempotency.entity';
import { DATABASE, type Database } from '../database/database';
import { deleteExpiredUploads } from '../files/files';
import { Vacuum } from './vacuum';

/** Earlier than `interval` ago by the database's clock. */
const olderThan = (interval: string): ReturnType<typeof Raw<Date>> =>
  Raw<Date>((column) => `${column} < now() - interval '${interval}'`);

/** Rows that nothing reads any more. */
@Injectable()
export class ExpiredRows {
  constructor(
    @InjectRepository(IdempotencyEntity) private readonly replies: Repository<IdempotencyEntity>,
    @InjectRepository(ClaimEntity) private readonly claims: Repository<ClaimEntity>,
    private readonly vacuum: Vacuum,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /** Deletes replies kept for idempotency after seven days, claims a day after they ended, uploads that no message took, and from the disk what was erased. */
  async delete(): Promise<void> {
    await this.replies.delete({ createdAt: olderThan('7 days') });
    await this.claims.delete({ until: olderThan('1 day') });
    await deleteExpiredUploads(this.database);
    await this.vacuum.runIfNeeded();
  }
}
