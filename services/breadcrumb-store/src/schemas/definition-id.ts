import { contracts, singletonId } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import { keyOf } from '../ledger/stored-rows';

/** Computing one costs more than everything else about a small crumb. */
const definitions = new LRUCache<string, string>({ max: 1_000 });

/** The id of the crumb that defines a schema in a workspace, if the schema was published at run time. */
export function schemaDefinitionId(workspace: string, schemaName: string): string {
  const key = keyOf(workspace, schemaName);
  const known = definitions.get(key);
  if (known !== undefined) return known;
  const id = singletonId(workspace, 'schema', schemaName);
  definitions.set(key, id);
  return id;
}

/** Is the schema published with the system? Others are defined at run time, by a schema.def.v1 of a workspace. */
export const isPublishedSchema = (schemaName: string): boolean => contracts.has(schemaName);
