import { MemoryLong, MemoryShort, SessionSummary } from '@crumbtrail/contracts';

/** The schemas of crumbs that rest on others. */
const SCHEMAS = [MemoryShort, MemoryLong, SessionSummary].map(({ name }) => `'${name}'`).join(', ');

const versionHolds = (pattern: string): string =>
  `exists (select 1 from crumb_version held where held.workspace = c.workspace and held.id = c.id and held.context @> ${pattern})`;

/** Predicate on `crumb c`: a memory or summary of which any version rests on the crumb with the id in this parameter. */
export const restsOnSql = (id: string): string => {
  const sources = `jsonb_build_object('sources', jsonb_build_array(jsonb_build_object('id', ${id}::text)))`;
  const inFacts = `jsonb_build_object('facts', jsonb_build_array(${sources}))`;
  return `c.schema_name in (${SCHEMAS}) and (${versionHolds(sources)} or ${versionHolds(inFacts)})`;
};

/** Predicate on `crumb c`: a memory of which any version has the fact with the id in this parameter. */
export const hasFactSql = (fact: string): string =>
  `c.schema_name in (${SCHEMAS}) and ${versionHolds(
    `jsonb_build_object('facts', jsonb_build_array(jsonb_build_object('id', ${fact}::text)))`,
  )}`;
