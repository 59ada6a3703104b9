import { compileJsonCheck, type Issue, type Retention, type SchemaDefV1 } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';

/** How long crumbs of a run-time schema are kept: as those of a published one, for some seconds, or by when they were last used. */
export type SchemaRetention =
  Retention | { readonly class: 'seconds'; readonly seconds: number } | { readonly class: 'use' };

/** A run-time schema, ready to validate payloads. */
export interface CompiledSchema {
  readonly audience: 'all' | 'agents';
  readonly retention: SchemaRetention;
  readonly informs: boolean;
  /** The first problem of a payload, with its JSON pointer; empty when it is valid. */
  validate(context: Record<string, unknown>): Issue[];
}

function retentionOf({ retention }: SchemaDefV1): SchemaRetention {
  const name = retention?.class ?? 'forever';
  if (name === 'days') return { class: name, days: retention?.days ?? 1 };
  if (name === 'seconds') return { class: name, seconds: retention?.seconds ?? 1 };
  return { class: name };
}

/** Compiles a definition that has been checked. */
export function compileDefinition(context: SchemaDefV1): CompiledSchema {
  const check = compileJsonCheck(context.schema);
  return {
    audience: context.audience ?? 'all',
    retention: retentionOf(context),
    informs: context.informs ?? false,
    validate: (payload) => check.issues(payload),
  };
}

/** Compiled definitions by the hash of their content. One instance serves every group of commands of a writer. */
export class CompiledSchemaCache {
  private readonly schemas: LRUCache<string, CompiledSchema>;

  constructor({ max = 200 }: { readonly max?: number } = {}) {
    this.schemas = new LRUCache({ max });
  }

  /** The compiled definition; compiled now if it is not remembered. */
  compile(context: SchemaDefV1, contentHash: string): CompiledSchema {
    const known = this.schemas.get(contentHash);
    if (known) return known;
    const compiled = compileDefinition(context);
    this.schemas.set(contentHash, compiled);
    return compiled;
  }
}
