import { contracts, singletonId } from '@crumbtrail/contracts';

/** The id of the crumb that defines a schema in a workspace, if the schema was published at run time. */
export function schemaDefinitionId(workspace: string, schemaName: string): string {
  return singletonId(workspace, 'schema', schemaName);
}

/** Is the schema published with the system? Others are defined at run time, by a schema.def.v1 of a workspace. */
export const isPublishedSchema = (schemaName: string): boolean => contracts.has(schemaName);
