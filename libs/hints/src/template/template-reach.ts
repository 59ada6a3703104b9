import { isPayloadName, type Plain } from '../plain';

/** The properties of a Handlebars syntax-tree node that tell what a template shows. */
interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly path?: Node & { readonly original?: unknown };
  readonly params?: readonly Node[];
  readonly body?: readonly Node[];
  /** Of a path: whether it starts with `@`, how many `../` it has, and its names. */
  readonly data?: boolean;
  readonly depth?: number;
  readonly parts?: readonly unknown[];
}

/** A path into the payload, as its names. */
export type TemplatePath = readonly string[];

/** What a template shows in every case: its own words, and the members of the payload that it needs for anything else. */
export interface TemplateReach {
  /** The words outside of blocks, without white space. */
  readonly words: string;
  /** Paths of values and of lists outside of `if`, `unless` and `default`. Empty if the template also shows the record. */
  readonly paths: readonly TemplatePath[];
}

/** Blocks whose argument is what they show. */
const SHOWING_BLOCKS: ReadonlySet<unknown> = new Set(['each', 'with']);
/** Blocks and helpers that expect that something is absent. */
const OPTIONAL: ReadonlySet<unknown> = new Set(['if', 'unless', 'default', 'or', 'not', 'and']);

/** The part of a template that reads no payload. */
const RECORD = 'record';

function pathOf({ data, depth = 0, parts = [] }: Node): TemplatePath | typeof RECORD | undefined {
  const names = parts.map(String);
  if (data) return names[0] === 'root' ? names.slice(1) : RECORD;
  return depth > 0 ? undefined : names;
}

/** What a block or a value shows: a path, the arguments of a helper, or the list of a loop. */
function shownBy({ type, path, params = [] }: Node): readonly Node[] {
  const name = path?.original;
  if (OPTIONAL.has(name)) return [];
  if (type === 'BlockStatement') return SHOWING_BLOCKS.has(name) ? params : [];
  return path && type === 'MustacheStatement' && params.length === 0 ? [path] : params;
}

function pathsOf(node: Node): (TemplatePath | typeof RECORD)[] {
  if (node.type !== 'PathExpression') return shownBy(node).flatMap(pathsOf);
  const path = pathOf(node);
  return path === undefined ? [] : [path];
}

const bareText = (text: string): string => text.replace(/\s+/g, '');

/** What a parsed template reaches. */
export function findReach({ body = [] }: Node): TemplateReach {
  const words = body.flatMap(({ type, value }) => (type === 'ContentStatement' ? [String(value)] : []));
  const paths = body.flatMap((node) => (node.type === 'ContentStatement' ? [] : pathsOf(node)));
  const own = paths.filter((path) => path !== RECORD);
  return { words: bareText(words.join('')), paths: own.length === paths.length ? own : [] };
}

function valueAt(path: TemplatePath, data: Plain): Plain | undefined {
  const names = isPayloadName(path[0], data) ? path.slice(1) : path;
  return names.reduce<Plain | undefined>((value, name) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.hasOwn(value, name) ? (value as Record<string, Plain>)[name] : undefined;
  }, data);
}

const isEmpty = (value: Plain | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** The paths of a template, if the payload has nothing at any of them; with `absent`, if it does not even have the members. */
export function emptyPaths({ paths }: TemplateReach, data: Plain, absent = false): readonly string[] {
  const isMissed = (path: TemplatePath): boolean =>
    absent ? valueAt(path, data) === undefined : isEmpty(valueAt(path, data));
  return paths.every(isMissed) ? paths.map((path) => path.join('.')) : [];
}

/** Whether a text is only the words of its template, such as a heading over a list without items. */
export function isBareText(reach: TemplateReach, data: Plain, text: string): boolean {
  return emptyPaths(reach, data).length > 0 && bareText(text) === reach.words;
}
