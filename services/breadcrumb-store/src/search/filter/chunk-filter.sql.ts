import { sha256, type Viewer } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import type { Statement } from '../../database/database';

/** Collects the values of one statement; `add` gives the name that stands for a value in its text. */
export class StatementParameters {
  readonly list: unknown[] = [];

  add(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }
}

/** Texts of statements are made anew for each question, and are mostly one of a few. */
const names = new LRUCache<string, string>({
  max: 1_000,
  memoMethod: (text) => `r_${sha256(text).slice(0, 24)}`,
});

/** A statement under a name of its own, so that a connection plans it once; its text must not hold values of one question. */
export const prepared = (text: string): Statement => ({
  text,
  // Not asked for where it is run together with others.
  get name() {
    return names.memo(text);
  },
});

/** The same, with one plan for all values: for statements that look up a few rows by their keys, whatever those are. */
export const preparedOnce = (text: string): Statement => Object.assign(prepared(text), { onePlan: true });

/** What a question may look at: one workspace, as of a position and a moment, by everybody whose eyes must be allowed. */
export interface ReadScope {
  readonly workspace: string;
  /** All of them must be allowed to read. */
  readonly viewers: readonly Viewer[];
  readonly as_of: number;
  /** ISO time; null: the database's clock. */
  readonly now: string | null;
}

/** What is wanted of it. Empty lists and absent members want everything. */
export interface ChunkFilter {
  readonly schemas?: readonly string[] | undefined;
  /** All of them. */
  readonly tags?: readonly string[] | undefined;
  readonly session?: string | undefined;
  readonly author?: { readonly kind?: string | undefined; readonly id: string } | undefined;
  /** ISO time: occurred at or after it. */
  readonly since?: string | undefined;
  /** Schemas that are left out. */
  readonly besides?: readonly string[] | undefined;
  /** Ids of crumbs that are left out. */
  readonly exclude?: readonly string[] | undefined;
}

/** `mayRead` of libs/contracts as SQL over columns `audience`, `author_kind` and `author_id`. */
export function mayReadSql(
  values: StatementParameters,
  alias: string,
  { participant, operator }: Viewer,
): string | null {
  if (operator) return null;
  const tokens = ['*', participant.id, ...(participant.kind === 'agent' ? ['@agents'] : [])];
  const own = `${alias}.author_kind = ${values.add(participant.kind, 'text')} and ${alias}.author_id = ${values.add(participant.id, 'text')}`;
  return `(${alias}.audience && ${values.add(tokens, 'text[]')} or (${own}))`;
}

const all = (conditions: readonly (string | null)[]): string => conditions.filter((one) => one !== null).join(' and ');

/**
 * The wall: workspace, position, expiry and audience, as predicates over `chunk`. Every statement that reads chunks has it
 * for every chunk that it reads.
 */
export function accessFilterSql(values: StatementParameters, alias: string, sight: ReadScope): string {
  const asOf = values.add(sight.as_of, 'bigint');
  return all([
    `${alias}.workspace = ${values.add(sight.workspace, 'text')}`,
    `${alias}.position <= ${asOf}`,
    `(${alias}.superseded_position is null or ${alias}.superseded_position > ${asOf})`,
    `(${alias}.expires_at is null or ${alias}.expires_at > ${sight.now === null ? 'now()' : values.add(sight.now, 'timestamptz')})`,
    ...sight.viewers.map((viewer) => mayReadSql(values, alias, viewer)),
  ]);
}

type FilterCondition = (values: StatementParameters, alias: string, filter: ChunkFilter) => string | null;

const CONDITIONS: readonly FilterCondition[] = [
  (values, alias, { schemas }) =>
    schemas?.length ? `${alias}.schema_name = any(${values.add(schemas, 'text[]')})` : null,
  (values, alias, { besides }) =>
    besides?.length ? `${alias}.schema_name <> all(${values.add(besides, 'text[]')})` : null,
  (values, alias, { tags }) => (tags?.length ? `${alias}.tags @> ${values.add(tags, 'text[]')}` : null),
  (values, alias, { session }) => (session === undefined ? null : `${alias}.session = ${values.add(session, 'text')}`),
  (values, alias, { author }) => (author ? `${alias}.author_id = ${values.add(author.id, 'text')}` : null),
  (values, alias, { author }) => (author?.kind ? `${alias}.author_kind = ${values.add(author.kind, 'text')}` : null),
  (values, alias, { since }) =>
    since === undefined ? null : `${alias}.occurred_at >= ${values.add(since, 'timestamptz')}`,
  (values, alias, { exclude }) =>
    exclude?.length ? `${alias}.crumb_id <> all(${values.add(exclude, 'uuid[]')})` : null,
];

/** The filter as predicates over columns of `chunk`; `true` when it wants everything. */
export function chunkFilterSql(values: StatementParameters, alias: string, filter: ChunkFilter): string {
  const found = all(CONDITIONS.map((condition) => condition(values, alias, filter)));
  return found === '' ? 'true' : found;
}
