import { type CrumbAuthor, type EventKind, UserMessage } from '@crumbtrail/contracts';
import type { Ledger } from './ledger';
import { keyOf, versionKey, type CrumbRecord, type EventRecord, type VersionRecord } from './stored-rows';

// This runs for every stored crumb. Object literals are written in full, because spreading costs more than all the rest.

/** The cause of a crumb. */
export interface Cause {
  readonly id: string;
  readonly version: number;
  readonly trail_id: string;
  /** Of the cause. */
  readonly hop: number;
}

/** The content of a version. */
export type Content = Pick<VersionRecord, 'title' | 'tags' | 'context' | 'llm_hints'>;

/** A crumb that lacks only its position. */
export interface NewCrumb extends Content {
  readonly workspace: string;
  readonly id: string;
  readonly schema_name: string;
  readonly session: string | null;
  readonly content_hash: string;
  readonly author: CrumbAuthor;
  readonly audience: readonly string[];
  /** The readers whose answers it may inform; null: its audience. */
  readonly informs: readonly string[] | null;
  readonly cause: Cause | null;
  readonly imported: boolean;
  readonly occurred_at: string | null;
  readonly expires_at: string | null;
  readonly traceparent: string | null;
  readonly recipient: string | null;
}

/** Appends the event of a change at the next position of the log; returns that position. */
export function insertEvent(
  ledger: Ledger,
  crumb: CrumbRecord,
  kind: EventKind,
  more: Pick<EventRecord, 'recipient' | 'traceparent' | 'content_hash' | 'leaves'>,
): number {
  const position = ledger.advance();
  ledger.events.push({
    position,
    workspace: crumb.workspace,
    id: crumb.id,
    version: crumb.version,
    kind,
    schema_name: crumb.schema_name,
    session: crumb.session,
    trail_id: crumb.trail_id,
    cause_id: crumb.cause_id,
    cause_version: crumb.cause_version,
    hop: crumb.hop,
    author_kind: crumb.author_kind,
    author_id: crumb.author_id,
    audience: crumb.audience,
    recipient: more.recipient,
    imported: crumb.imported,
    content_hash: more.content_hash,
    traceparent: more.traceparent,
    created_at: ledger.now,
    leaves: more.leaves,
  });
  return position;
}

function toCrumbRecord(crumb: NewCrumb, now: string, position: number): CrumbRecord {
  const { cause } = crumb;
  return {
    workspace: crumb.workspace,
    id: crumb.id,
    schema_name: crumb.schema_name,
    session: crumb.session,
    author_kind: crumb.author.kind,
    author_id: crumb.author.id,
    author_name: crumb.author.name ?? null,
    audience: crumb.audience,
    informs: crumb.informs,
    trail_id: cause === null ? crumb.id : cause.trail_id,
    cause_id: cause === null ? null : cause.id,
    cause_version: cause === null ? null : cause.version,
    hop: cause === null ? 0 : cause.hop + 1,
    imported: crumb.imported,
    created_at: now,
    occurred_at: crumb.occurred_at ?? now,
    created_position: position,
    version: 1,
    position,
    expires_at: crumb.expires_at,
    expired_at: null,
    erased_at: null,
    erased_by_kind: null,
    erased_by_id: null,
    traceparent: crumb.traceparent,
    content_hash: crumb.content_hash,
  };
}

/** Sets the current version of a crumb; `by` changed it, null for its author. */
export function setVersion(ledger: Ledger, crumb: CrumbRecord, content: Content, by: string | null): void {
  const { workspace, id, version } = crumb;
  ledger.crumbs.set(keyOf(workspace, id), crumb);
  ledger.versions.set(versionKey(workspace, id, version), {
    workspace,
    id,
    version,
    position: crumb.position,
    title: content.title,
    tags: content.tags,
    context: content.context,
    llm_hints: content.llm_hints,
    content_hash: crumb.content_hash,
    expires_at: crumb.expires_at,
    updated_at: ledger.now,
    updated_by: by,
  });
}

/** Inserts a crumb at the next position of the log, with its first version, its event and its expiry. */
export function insertCrumb(ledger: Ledger, crumb: NewCrumb): CrumbRecord {
  const record = toCrumbRecord(crumb, ledger.now, ledger.position + 1);
  setVersion(ledger, record, crumb, null);
  insertEvent(ledger, record, 'created', {
    recipient: crumb.recipient,
    traceparent: crumb.traceparent,
    content_hash: crumb.content_hash,
    leaves: crumb.schema_name === UserMessage.name ? Array.isArray(crumb.context['exclude']) : null,
  });
  if (record.expires_at !== null) {
    ledger.setDue('expiry', { workspace: record.workspace, key: record.id }, record.expires_at);
  }
  return record;
}
