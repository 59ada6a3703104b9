import { MemoryLong, MemoryShort, SessionSummary } from '@crumbtrail/contracts';

/** The schemas of crumbs that rest on others. */
const SCHEMAS = [MemoryShort, MemoryLong, SessionSummary].map(({ name }) => `'${name}'`).join(', ');

const versionHolds = (pattern: string): string =>
  `exists (select 1 from crumb_version held where held.workspace = c.workspace and held.id = c.id and held.context @> ${pattern})`;

/** Predicate on `crumb c`: any version of a memory or summary rests on the crumb whose id this parameter is. */
export const restsOnSql = (id: string): string => {
  const sources = `jsonb_build_object('sources', jsonb_build_array(jsonb_build_object('id', ${id}::text)))`;
  const inFacts = `jsonb_build_object('facts', jsonb_build_array(${sources}))`;
  return `c.schema_name in (${SCHEMAS}) and (${versionHolds(sources)} or ${versionHolds(inFacts)})`;
};

/** Predicate on `crumb c`: any version of a memory has the fact whose id this parameter is. */
export const hasFactSql = (fact: string): string =>
  `c.schema_name in (${SCHEMAS}) and ${versionHolds(
    `jsonb_build_object('facts', jsonb_build_array(jsonb_build_object('id', ${fact}::text)))`,
  )}`;
