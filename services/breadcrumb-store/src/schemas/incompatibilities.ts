import {
  contentHash,
  inlineSchema,
  isObject,
  parseSchemaName,
  type Issue,
  type SchemaDefV1,
} from '@crumbtrail/contracts';

type SchemaObject = Record<string, unknown>;
type Incompatibility = { readonly path: string; readonly message: string };

/** Bounds that accept more when they are smaller, and those that accept more when they are larger. */
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
/** Keywords that may be removed but not changed; those that only mean something together are removed or kept together. */
const WHOLE = [
  ['pattern'],
  ['format'],
  ['multipleOf'],
  ['uniqueItems'],
  ['not'],
  ['allOf'],
  ['oneOf'],
  ['propertyNames'],
  ['dependentRequired'],
  ['dependentSchemas'],
  ['contains', 'minContains', 'maxContains'],
  ['if', 'then', 'else'],
];

/** True for equal JSON, regardless of the order of keys. */
const same = (a: unknown, b: unknown): boolean =>
  a === undefined || b === undefined ? a === b : contentHash([a]) === contentHash([b]);

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const has = (list: readonly unknown[], value: unknown): boolean => list.some((one) => same(one, value));
const pointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

function typeBreaks(old: SchemaObject, now: SchemaObject, path: string): Incompatibility[] {
  if (now['type'] === undefined) return [];
  const takes = listOf(now['type']);
  const took = old['type'] === undefined ? ['anything'] : listOf(old['type']);
  const lost = took.filter((type) => !takes.includes(type) && !(type === 'integer' && takes.includes('number')));
  return lost.length === 0 ? [] : [{ path: `${path}/type`, message: `no longer accepts ${lost.join(', ')}` }];
}

const valuesOf = (schema: SchemaObject): unknown[] | undefined =>
  Object.hasOwn(schema, 'const') ? [schema['const']] : (schema['enum'] as unknown[] | undefined);

function enumBreaks(old: SchemaObject, now: SchemaObject, path: string): Incompatibility[] {
  const takes = valuesOf(now);
  if (takes === undefined) return [];
  const lost = valuesOf(old)?.filter((value) => !has(takes, value));
  if (lost?.length === 0) return [];
  return [{ path: `${path}/${Object.hasOwn(now, 'const') ? 'const' : 'enum'}`, message: 'accepts fewer values' }];
}

function boundBreaks(old: SchemaObject, now: SchemaObject, path: string): Incompatibility[] {
  const tighter = (name: string, sign: 1 | -1): boolean => {
    const [before, after] = [old[name], now[name]];
    if (typeof after !== 'number') return false;
    return typeof before !== 'number' || sign * (after - before) > 0;
  };
  const tightened = [...LOWER.filter((name) => tighter(name, 1)), ...UPPER.filter((name) => tighter(name, -1))];
  return tightened.map((name) => ({ path: `${path}/${name}`, message: 'is stricter than before' }));
}

function wholeBreaks(old: SchemaObject, now: SchemaObject, path: string): Incompatibility[] {
  return WHOLE.flatMap((names) => {
    const name = names.find((one) => now[one] !== undefined);
    const stays = names.every((one) => same(old[one], now[one]));
    return name === undefined || stays ? [] : [{ path: `${path}/${name}`, message: 'is new or has changed' }];
  });
}

function anyOfBreaks(old: SchemaObject, now: SchemaObject, path: string): Incompatibility[] {
  if (!Array.isArray(now['anyOf'])) return [];
  const before = Array.isArray(old['anyOf']) ? old['anyOf'] : [true];
  const lost = before.some((branch) => !has(now['anyOf'] as unknown[], branch));
  return lost ? [{ path: `${path}/anyOf`, message: 'is new or has lost a branch' }] : [];
}

function requiredBreaks(old: SchemaObject, now: SchemaObject, path: string): Incompatibility[] {
  const before = listOf(old['required'] ?? []);
  return listOf(now['required'] ?? [])
    .filter((name) => !before.includes(name))
    .map((name) => ({ path: `${path}/required`, message: `now requires ${String(name)}` }));
}

function propertyBreaks(old: SchemaObject, now: SchemaObject, path: string): Incompatibility[] {
  const before = isObject(old['properties']) ? old['properties'] : {};
  const after = isObject(now['properties']) ? now['properties'] : {};
  return Object.entries(before).flatMap(([name, schema]) => {
    const place = `${path}/properties/${pointer(name)}`;
    if (!Object.hasOwn(after, name)) return [{ path: place, message: 'was removed' }];
    return findBreaks(schema, after[name], place);
  });
}

/** Name patterns must stay: a property that one of them described would lose its description, or get another one. */
function patternPropertyBreaks(old: SchemaObject, now: SchemaObject, path: string): Incompatibility[] {
  const stay = same(old['patternProperties'] ?? {}, now['patternProperties'] ?? {});
  return stay ? [] : [{ path: `${path}/patternProperties`, message: 'is new or has changed' }];
}

function restBreaks(old: SchemaObject, now: SchemaObject, path: string): Incompatibility[] {
  const prefix = same(old['prefixItems'], now['prefixItems']);
  const rest = ['additionalProperties', 'items'].flatMap((name) =>
    now[name] === undefined ? [] : findBreaks(old[name] ?? true, now[name], `${path}/${name}`),
  );
  return prefix ? rest : [{ path: `${path}/prefixItems`, message: 'is new or has changed' }, ...rest];
}

function findBreaks(old: unknown, now: unknown, path: string): Incompatibility[] {
  if (old === false || now === true || same(old, now)) return [];
  if (now === false) return [{ path, message: 'accepts nothing any more' }];
  const before = isObject(old) ? old : {};
  const after = isObject(now) ? now : {};
  return [
    typeBreaks,
    enumBreaks,
    boundBreaks,
    wholeBreaks,
    anyOfBreaks,
    requiredBreaks,
    propertyBreaks,
    patternPropertyBreaks,
    restBreaks,
  ].flatMap((find) => find(before, after, path));
}

function nextName(name: string): string {
  const { family, version } = parseSchemaName(name) ?? { family: name, version: 0 };
  return `${family}.v${version + 1}`;
}

/**
 * Where a changed definition refuses what the previous one accepted, or removes what it described. Optional properties may be
 * added and bounds loosened; anything else needs a new version of the name. Empty: every existing crumb stays valid.
 */
export function incompatibilities(old: SchemaDefV1, now: SchemaDefV1): Issue[] {
  const found = findBreaks(inlineSchema(old.schema).schema, inlineSchema(now.schema).schema, '/schema');
  const remedy = `; existing crumbs of ${old.defines} need it: publish ${nextName(old.defines)} beside it`;
  return found.slice(0, 20).map(({ path, message }) => ({ path, rule: 'compatible', message: message + remedy }));
}
