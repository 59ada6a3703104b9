import { compileJsonCheck, type Issue, type Retention, type SchemaDefV1 } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';

/** A run-time schema, ready to validate payloads. */
export interface CompiledSchema {
  readonly audience: 'all' | 'agents';
  readonly retention: Retention;
  /** The first problem of a payload, with its JSON pointer; empty when it is valid. */
  validate(context: Record<string, unknown>): Issue[];
}

const definitions = new LRUCache<string, CompiledSchema>({ max: 200 });

function retentionOf({ retention }: SchemaDefV1): Retention {
  if (retention?.class === 'days') return { class: 'days', days: retention.days ?? 1 };
  return { class: retention?.class ?? 'forever' };
}

function compile(context: SchemaDefV1): CompiledSchema {
  const check = compileJsonCheck(context.schema);
  return {
    audience: context.audience ?? 'all',
    retention: retentionOf(context),
    validate: (payload) => check.issues(payload),
  };
}

/** Compiles a definition that has been checked, once for each content. */
export function compileDefinition(context: SchemaDefV1, contentHash: string): CompiledSchema {
  const known = definitions.get(contentHash);
  if (known) return known;
  const made = compile(context);
  definitions.set(contentHash, made);
  return made;
}
