import { ChunkEntity, ChunkVectorEntity, VectorRetryEntity } from './chunk.entity';
import { ClaimEntity } from './claim.entity';
import { BlobEntity, BlobQuoteEntity, CrumbEntity, CrumbVersionEntity } from './crumb.entity';
import { WebhookEntity } from './webhook.entity';
import { CrumbUseEntity, UseSinceEntity } from './crumb-use.entity';
import { DueEntity } from './due.entity';
import { FailoverEntity } from './failover.entity';
import { FileEntity, FileUploadEntity, FileUseEntity } from './file.entity';
import { IdempotencyEntity } from './idempotency.entity';
import { CrumbEventEntity, LogHeadEntity } from './log.entity';
import { DurableEntity, RelayCursorEntity } from './relay.entity';
import { ArchiveFileEntity, RetentionSweepEntity } from './retention.entity';
import { EmbeddingChoiceEntity, IndexCursorEntity } from './search-index.entity';
import { CorpusStatEntity, TermStatEntity } from './search-statistics.entity';
import { SessionTotalEntity } from './session-total.entity';
import { DecisionEntity, TurnEntity } from './turn.entity';
import { SignInEntity } from './sign-in.entity';
import { ApiKeyEntity, WorkspaceEntity } from './workspace.entity';

/** The data model: an entity for every table that the migrations create. A test compares the two. */
export const entities = [
  WorkspaceEntity,
  ApiKeyEntity,
  SignInEntity,
  LogHeadEntity,
  CrumbEventEntity,
  CrumbEntity,
  CrumbVersionEntity,
  BlobEntity,
  BlobQuoteEntity,
  FileEntity,
  FileUploadEntity,
  FileUseEntity,
  SessionTotalEntity,
  IdempotencyEntity,
  TurnEntity,
  DecisionEntity,
  ClaimEntity,
  DueEntity,
  RelayCursorEntity,
  DurableEntity,
  FailoverEntity,
  ChunkEntity,
  ChunkVectorEntity,
  VectorRetryEntity,
  TermStatEntity,
  CorpusStatEntity,
  IndexCursorEntity,
  EmbeddingChoiceEntity,
  CrumbUseEntity,
  UseSinceEntity,
  RetentionSweepEntity,
  ArchiveFileEntity,
  WebhookEntity,
];
