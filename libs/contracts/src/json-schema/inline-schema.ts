import { isObject } from '../json-object';
import type { Issue } from '../problem';
import { patternProblem } from './linear-pattern';

/** Most nodes of a schema with every reference inlined: this bounds the work of checking one value. */
export const MAX_SCHEMA_NODES = 500;
/** Deepest nesting of a schema with every reference inlined. */
export const MAX_SCHEMA_DEPTH = 32;
/** Most items of a list with unique items: each is compared with each. */
const MAX_UNIQUE = 256;

const FORMATS = new Set(['date', 'time', 'date-time', 'duration', 'uri', 'email', 'uuid', 'hostname', 'ipv4', 'ipv6']);
const ONE = new Set(['items', 'additionalProperties', 'contains', 'not', 'if', 'then', 'else', 'propertyNames']);
const LIST = new Set(['prefixItems', 'allOf', 'anyOf', 'oneOf']);
const NAMED = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const PLAIN = new Set(
  `type enum const required minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format
  minItems maxItems uniqueItems minContains maxContains minProperties maxProperties dependentRequired`.split(/\s+/),
);
const SAID_ONLY = new Set(
  '$schema $defs $comment title description default examples deprecated readOnly writeOnly'.split(' '),
);

type SchemaNode = Record<string, unknown>;

interface At {
  readonly path: string;
  readonly depth: number;
  /** The references that led to this place. */
  readonly through: readonly string[];
}

const below = (at: At, ...names: (string | number)[]): At => ({
  ...at,
  depth: at.depth + 1,
  path: [at.path, ...names.map((name) => String(name).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/'),
});

class Inliner {
  readonly issues: Issue[] = [];
  nodes = 0;

  constructor(private readonly definitions: SchemaNode) {}

  schema(value: unknown, at: At): unknown {
    if (typeof value === 'boolean') return value;
    if (!isObject(value)) return this.object(at, 'schema', 'is not a JSON Schema');
    this.nodes += 1;
    if (this.nodes > MAX_SCHEMA_NODES) return this.tooMuch(at, `has more than ${MAX_SCHEMA_NODES} parts`);
    if (at.depth > MAX_SCHEMA_DEPTH) return this.tooMuch(at, `is nested deeper than ${MAX_SCHEMA_DEPTH}`);
    this.checkValues(value, at);
    const written: SchemaNode = {};
    for (const [keyword, part] of Object.entries(value)) {
      const inlined = this.keyword(keyword, part, at);
      if (inlined !== undefined) written[keyword] = inlined;
    }
    return value['$ref'] === undefined ? written : this.withReference(written, value['$ref'], at);
  }

  private keyword(keyword: string, part: unknown, at: At): unknown {
    if (PLAIN.has(keyword)) return part;
    if (ONE.has(keyword)) return this.schema(part, below(at, keyword));
    if (LIST.has(keyword) && Array.isArray(part))
      return part.map((one, index) => this.schema(one, below(at, keyword, index)));
    if (NAMED.has(keyword) && isObject(part))
      return Object.fromEntries(
        Object.entries(part).map(([name, one]) => [name, this.schema(one, below(at, keyword, name))]),
      );
    if (keyword !== '$ref' && !SAID_ONLY.has(keyword) && !keyword.startsWith('x-'))
      this.object(below(at, keyword), 'keyword', 'is not a keyword that run-time schemas may use');
    return undefined;
  }

  private withReference(written: SchemaNode, reference: unknown, at: At): unknown {
    const name = typeof reference === 'string' ? /^#\/\$defs\/([^/~]+)$/.exec(reference)?.[1] : undefined;
    const place = below(at, '$ref');
    if (name === undefined || !Object.hasOwn(this.definitions, name))
      return this.object(place, 'reference', 'refers to nothing: only #/$defs/name of this schema may be referred to');
    if (at.through.includes(name)) return this.object(place, 'reference', `goes round in circles through ${name}`);
    const target = this.schema(this.definitions[name], { ...place, through: [...at.through, name] });
    if (Object.keys(written).length === 0) return target;
    const all = Array.isArray(written['allOf']) ? written['allOf'] : [];
    return { ...written, allOf: [...all, target] };
  }

  private checkValues(value: SchemaNode, at: At): void {
    const { pattern, format, uniqueItems, maxItems, patternProperties } = value;
    if (pattern !== undefined) this.pattern(pattern, below(at, 'pattern'));
    for (const one of isObject(patternProperties) ? Object.keys(patternProperties) : [])
      this.pattern(one, below(at, 'patternProperties', one));
    if (format !== undefined && !FORMATS.has(String(format)))
      this.object(below(at, 'format'), 'format', `must be one of ${[...FORMATS].join(', ')}`);
    if (uniqueItems === true && !(typeof maxItems === 'number' && maxItems <= MAX_UNIQUE))
      this.object(below(at, 'uniqueItems'), 'unique', `needs a maxItems of at most ${MAX_UNIQUE}`);
  }

  /** Stops at the first bad pattern, because compiling all of them may take long. */
  private pattern(pattern: unknown, at: At): void {
    if (this.issues.some(({ rule }) => rule === 'pattern')) return;
    const problem = patternProblem(pattern);
    if (problem !== null) this.object(at, 'pattern', problem);
  }

  private object({ path }: At, rule: string, message: string): false {
    this.issues.push({ path, rule, message });
    return false;
  }

  private tooMuch(at: At, message: string): false {
    return this.issues.some(({ rule }) => rule === 'size') ? false : this.object(at, 'size', message);
  }
}

interface Inlined {
  readonly schema: SchemaNode;
  /** Number of nodes. */
  readonly parts: number;
  readonly issues: readonly Issue[];
}

/**
 * Inlines the references of a JSON Schema and removes annotations, or returns the issues that prevent a bounded check. Paths are JSON
 * pointers into the schema.
 */
export function inlineSchema(schema: SchemaNode): Inlined {
  const inliner = new Inliner(isObject(schema['$defs']) ? schema['$defs'] : {});
  const written = inliner.schema(schema, { path: '', depth: 0, through: [] });
  return { schema: isObject(written) ? written : {}, parts: inliner.nodes, issues: inliner.issues };
}
