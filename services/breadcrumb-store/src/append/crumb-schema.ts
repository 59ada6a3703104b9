import {
  contracts,
  refuse,
  SchemaDef,
  validateContext,
  type Audience,
  type Issue,
  asPayload,
} from '@crumbtrail/contracts';
import type { SchemaRetention } from '../schemas/compile-definition';
import { schemaDefinitionId } from '../schemas/definition-id';
import type { Ledger } from '../ledger/ledger';
import { keyOf, versionKey } from '../ledger/stored-rows';

/** The rules of a crumb's schema, whether it was published with the system or at run time. */
export interface CrumbSchema {
  readonly audience: Audience;
  readonly retention: SchemaRetention;
  /** True if every answer may tell its crumbs, also to readers outside their audience. */
  readonly informs: boolean;
  /** What is wrong with a payload. Paths are JSON pointers into it. */
  validate(context: Record<string, unknown>): Issue[];
}

const unknownSchema = (schemaName: string): Error =>
  refuse(
    'unknown_schema',
    `Unknown schema ${schemaName}. Known: ${[...contracts.keys()].join(', ')}, and those that an operator publishes with a ${SchemaDef.name}.`,
  );

/** The rules of a published contract, or of the workspace's current definition. Refuses a schema that has neither. */
export function resolveSchema(workspace: string, schemaName: string, ledger: Ledger): CrumbSchema {
  const rules = contracts.get(schemaName)?.rules;
  if (rules) {
    const { audience, retention, informs = false } = rules;
    return { audience, retention, informs, validate: (context) => validateContext(schemaName, context) };
  }
  const crumb = ledger.crumbs.get(keyOf(workspace, schemaDefinitionId(workspace, schemaName)));
  const isThere = crumb?.erased_at === null && (crumb.expires_at === null || crumb.expires_at > ledger.now);
  const version = isThere ? ledger.versions.get(versionKey(workspace, crumb.id, crumb.version)) : undefined;
  if (!version) throw unknownSchema(schemaName);
  return ledger.schemas.compile(asPayload(SchemaDef.name, version.context), version.content_hash);
}
