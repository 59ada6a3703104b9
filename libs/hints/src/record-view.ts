import type { LlmHints, Participant } from '@crumbtrail/contracts';
import type { Plain } from './plain';

/** What rendering needs of a crumb; every envelope has it. */
export interface Renderable {
  readonly schema_name: string;
  readonly context: unknown;
  readonly llm_hints?: LlmHints | null | undefined;
  /** Hints of its run-time schema, empty if it has none. Hints of published contracts are known and need not be passed. */
  readonly schema_hints?: LlmHints | null | undefined;
  readonly title?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly author?: Participant | undefined;
  readonly session?: string | null | undefined;
  readonly occurred_at?: string | undefined;
  readonly created_at?: string | undefined;
  /** Content hash of `context`; with it, the rendered text can be remembered. */
  readonly content_hash?: string | undefined;
}

/** The names by which hints reach the record's own members. */
export const RECORD_NAMES = [
  'title',
  'tags',
  'author',
  'author_kind',
  'session',
  'schema_name',
  'occurred_at',
  'created_at',
] as const;

/** The record's own members, for hints; null where it has none. */
export type RecordView = Readonly<Record<(typeof RECORD_NAMES)[number], Plain>>;

const orNull = <Value>(value: Value | undefined): Value | null => value ?? null;

/** The members of a crumb besides its payload. `author` is the id. */
export function toRecordView(crumb: Renderable): RecordView {
  return {
    title: orNull(crumb.title),
    tags: [...(crumb.tags ?? [])],
    author: orNull(crumb.author?.id),
    author_kind: orNull(crumb.author?.kind),
    session: orNull(crumb.session),
    schema_name: crumb.schema_name,
    occurred_at: orNull(crumb.occurred_at),
    created_at: orNull(crumb.created_at),
  };
}

/** Whether this is one of the record's names. */
export const isRecordName = (name: string): name is keyof RecordView =>
  (RECORD_NAMES as readonly string[]).includes(name);

/** The error text for an unknown name of the record. */
export const unknownRecordName = (name: string): string =>
  `unknown name @${name}; the names are @${RECORD_NAMES.join(', @')}`;
