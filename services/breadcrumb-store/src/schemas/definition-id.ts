import { contracts, singletonId } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import { keyOf } from '../ledger/stored-rows';

/** Ids by what they are derived from: working one out costs more than all else about a small crumb. */
const definitions = new LRUCache<string, string>({ max: 1_000 });

/** The crumb that defines a schema in a workspace, if it was published at run time. */
export function schemaDefinitionId(workspace: string, schemaName: string): string {
  const key = keyOf(workspace, schemaName);
  const known = definitions.get(key);
  if (known !== undefined) return known;
  const id = singletonId(workspace, 'schema', schemaName);
  definitions.set(key, id);
  return id;
}

/** Is this schema's contract published with the system? */
export const isPublishedSchema = (schemaName: string): boolean => contracts.has(schemaName);
