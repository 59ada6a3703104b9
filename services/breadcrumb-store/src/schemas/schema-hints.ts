import type { LlmHints } from '@crumbtrail/contracts';
import { schemaDefinitionId, isPublishedSchema } from './definition-id';
import type { SqlReader } from '../database/database';

/** The fields of a crumb's version that finding its schema's hints needs. */
export interface Versioned {
  readonly workspace: string;
  readonly schema_name: string;
  /** Of the version. */
  readonly position: number;
  /** Null if there is nothing to render, so that no hints are loaded. */
  readonly context?: object | null;
}

const AS_OF = `
  select w.n, v.context -> 'llm_hints' as hints
  from unnest($1::text[], $2::uuid[], $3::bigint[]) with ordinality w (workspace, id, position, n)
  join lateral (
    select context from crumb_version v where v.workspace = w.workspace and v.id = w.id and v.position <= w.position
    order by v.version desc limit 1) v on true`;

/** If a definition was erased, nothing is shown, because its hints might have excluded anything. */
const HIDDEN: LlmHints = { format: 'none' };

/**
 * The hints of each version's run-time schema, from the definition that was current at the version's position, so that a
 * version always renders in the same way; null for published schemas. Makes one query, or none if every schema is
 * published.
 */
export async function loadSchemaHints(sql: SqlReader, versions: readonly Versioned[]): Promise<(LlmHints | null)[]> {
  const places = versions.flatMap((one, at) =>
    isPublishedSchema(one.schema_name) || one.context === null ? [] : [at],
  );
  const hints: (LlmHints | null)[] = versions.map(() => null);
  if (places.length === 0) return hints;
  const asked = places.map((at) => versions[at] as Versioned);
  const rows = await sql.read<{ n: number; hints: LlmHints | null }>({ text: AS_OF }, [
    asked.map(({ workspace }) => workspace),
    asked.map(({ workspace, schema_name }) => schemaDefinitionId(workspace, schema_name)),
    asked.map(({ position }) => position),
  ]);
  const found = new Map(rows.map((row) => [row.n, row.hints ?? {}]));
  places.forEach((at, index) => (hints[at] = found.get(index + 1) ?? HIDDEN));
  return hints;
}

/** The same versions, each with the hints of its run-time schema where it has one. */
export async function withSchemaHints<One extends Versioned>(
  sql: SqlReader,
  versions: readonly One[],
): Promise<(One & { readonly schema_hints?: LlmHints })[]> {
  const hints = await loadSchemaHints(sql, versions);
  return versions.map((one, at) => {
    const schema_hints = hints[at];
    return schema_hints ? { ...one, schema_hints } : one;
  });
}
