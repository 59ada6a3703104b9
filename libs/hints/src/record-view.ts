import type { LlmHints, Participant } from '@crumbtrail/contracts';
import type { Plain } from './plain';

/** What rendering needs of a crumb; an envelope has it all. */
export interface Renderable {
  readonly schema_name: string;
  readonly context: unknown;
  readonly llm_hints?: LlmHints | null | undefined;
  /** Of its run-time schema, empty where that has none; those of published contracts are known. */
  readonly schema_hints?: LlmHints | null | undefined;
  readonly title?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly author?: Participant | undefined;
  readonly session?: string | null | undefined;
  readonly occurred_at?: string | undefined;
  readonly created_at?: string | undefined;
  /** Of `context`: what is rendered under it is remembered. */
  readonly content_hash?: string | undefined;
}

/** The names by which hints reach what the record says beside its payload. */
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

/** What a crumb says of itself beside its payload. `author` is the id. */
export function recordOf(crumb: Renderable): RecordView {
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

/** Is this one of the record's names? */
export const isRecordName = (name: string): name is keyof RecordView =>
  (RECORD_NAMES as readonly string[]).includes(name);

/** Says which names there are. */
export const noSuchName = (name: string): string => `there is no @${name}; there are @${RECORD_NAMES.join(', @')}`;
