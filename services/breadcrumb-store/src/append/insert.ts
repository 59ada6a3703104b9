import type { EventKind, LlmHints, Participant } from '@crumbtrail/contracts';
import type { Ledger } from './ledger';
import { keyOf, versionKey, type CrumbRecord, type EventRecord, type VersionRecord } from './records';

/** What a crumb came from. */
export interface Cause {
  readonly id: string;
  readonly version: number;
  readonly trail_id: string;
  /** Of the cause. */
  readonly hop: number;
}

/** A crumb on which everything is decided but its place. */
export interface NewCrumb {
  readonly workspace: string;
  readonly id: string;
  readonly schema_name: string;
  readonly session: string | null;
  readonly title: string | null;
  readonly tags: readonly string[];
  readonly context: Record<string, unknown>;
  readonly llm_hints: LlmHints | null;
  readonly content_hash: string;
  readonly author: Participant;
  readonly audience: readonly string[];
  readonly cause: Cause | null;
  readonly imported: boolean;
  readonly occurred_at: string | null;
  readonly expires_at: string | null;
  readonly traceparent: string | null;
  readonly recipient: string | null;
}

/** Puts the event of a crumb's change at the next place of the log. */
export function announce(
  ledger: Ledger,
  crumb: CrumbRecord,
  kind: EventKind,
  more: Pick<EventRecord, 'recipient' | 'traceparent' | 'content_hash'>,
): number {
  const position = ledger.advance();
  const { workspace, id, version, schema_name, session, trail_id, cause_id, cause_version, hop, imported } = crumb;
  const { author_kind, author_id, audience } = crumb;
  ledger.events.push({
    ...{ position, workspace, id, version, kind, schema_name, session, trail_id, cause_id, cause_version, hop },
    ...{ author_kind, author_id, audience, imported, created_at: ledger.now, ...more },
  });
  return position;
}

const origin = ({ id, cause }: NewCrumb): Pick<CrumbRecord, 'trail_id' | 'cause_id' | 'cause_version' | 'hop'> =>
  cause
    ? { trail_id: cause.trail_id, cause_id: cause.id, cause_version: cause.version, hop: cause.hop + 1 }
    : { trail_id: id, cause_id: null, cause_version: null, hop: 0 };

function crumbOf(crumb: NewCrumb, now: string, position: number): CrumbRecord {
  const { workspace, id, schema_name, session, author, audience, imported, expires_at, traceparent, content_hash } =
    crumb;
  return {
    ...{ workspace, id, schema_name, session, audience, imported, expires_at, traceparent, content_hash },
    ...origin(crumb),
    ...{ author_kind: author.kind, author_id: author.id },
    ...{ created_at: now, occurred_at: crumb.occurred_at ?? now, created_position: position, version: 1, position },
    ...{ expired_at: null, erased_at: null, erased_by_kind: null, erased_by_id: null },
  };
}

/** Sets a version of a crumb, its current one. */
export function setVersion(ledger: Ledger, crumb: CrumbRecord, content: Omit<VersionRecord, keyof Place>): void {
  const { workspace, id, version, position, content_hash, expires_at } = crumb;
  const place: Place = { workspace, id, version, position, content_hash, expires_at, updated_at: ledger.now };
  ledger.crumbs.set(keyOf(workspace, id), crumb);
  ledger.versions.set(versionKey(workspace, id, version), { ...place, ...content });
}

type Place = Pick<
  VersionRecord,
  'workspace' | 'id' | 'version' | 'position' | 'content_hash' | 'expires_at' | 'updated_at'
>;

/** Leaves a crumb at the next place of the log, with its first version, its event and what watches its expiry. */
export function insert(ledger: Ledger, crumb: NewCrumb): CrumbRecord {
  const record = crumbOf(crumb, ledger.now, ledger.position + 1);
  const { title, tags, context, llm_hints, recipient, traceparent, content_hash } = crumb;
  setVersion(ledger, record, { title, tags, context, llm_hints });
  announce(ledger, record, 'created', { recipient, traceparent, content_hash });
  if (record.expires_at !== null) {
    ledger.setDue('expiry', { workspace: record.workspace, key: record.id }, record.expires_at);
  }
  return record;
}
