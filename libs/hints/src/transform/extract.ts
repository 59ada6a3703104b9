import { compilePath, select } from '../json-path';
import type { Plain } from '../plain';
import { isRecordName, noSuchName, type RecordView } from '../record-view';

/** A path into the payload (`$…`), or into the record (`@title`, `@tags[0]`): no JSONPath begins with `@`. */
interface Target {
  readonly of: 'payload' | 'record';
  readonly path: string;
}

function targetOf(value: string): Target {
  const found = /^@([A-Za-z_]\w*)(.*)$/s.exec(value);
  if (!found) return { of: 'payload', path: value };
  const [, name = '', rest = ''] = found;
  if (!isRecordName(name)) throw new SyntaxError(noSuchName(name));
  return { of: 'record', path: `$.${name}${rest}` };
}

/** Throws when the path is none, or one that may not be used. */
export function checkTarget(value: string): void {
  compilePath(targetOf(value).path);
}

/** Everything that the path selects, in document order. */
export function selectAll(value: string, data: Plain, record: RecordView): Plain[] {
  const { of, path } = targetOf(value);
  return select(path, of === 'payload' ? data : { ...record }).map((node) => node.value);
}

/** What a path selects, always of one type: with `many` a list, else the first value or null. */
export function extract(rule: { value: string; many?: boolean }, data: Plain, record: RecordView): Plain {
  const values = selectAll(rule.value, data, record);
  return rule.many === true ? values : (values[0] ?? null);
}
