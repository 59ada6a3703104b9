import { compilePath, select } from '../json-path';
import type { RenderContext } from '../render-context';
import type { Plain } from '../plain';
import { isRecordName, unknownRecordName } from '../record-view';

/** A path into the payload (`$…`) or into the record (`@title`, `@tags[0]`). A JSONPath never starts with `@`. */
interface PathTarget {
  readonly of: 'payload' | 'record';
  readonly path: string;
}

function parseTarget(value: string): PathTarget {
  const found = /^@([A-Za-z_]\w*)(.*)$/s.exec(value);
  if (!found) return { of: 'payload', path: value };
  const [, name = '', rest = ''] = found;
  if (!isRecordName(name)) throw new SyntaxError(unknownRecordName(name));
  return { of: 'record', path: `$.${name}${rest}` };
}

/** Throws a SyntaxError for a path that is not valid or not allowed. */
export function checkTarget(value: string): void {
  compilePath(parseTarget(value).path);
}

/** Everything that the path selects, in document order. */
export function selectAll(value: string, data: Plain, { record, paths }: RenderContext): Plain[] {
  const { of, path } = parseTarget(value);
  return select(path, of === 'payload' ? data : { ...record }, paths).map((node) => node.value);
}

/** What a path selects: with `many` always a list, else the first value or null. */
export function extract(rule: { value: string; many?: boolean }, data: Plain, rendering: RenderContext): Plain {
  const values = selectAll(rule.value, data, rendering);
  return rule.many === true ? values : (values[0] ?? null);
}
