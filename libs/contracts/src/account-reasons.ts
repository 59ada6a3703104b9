/** A reason template, and the numbers and rows that were taken out of it. */
export interface PackedReason {
  readonly template: string;
  readonly numbers: readonly number[];
}

const NAMED =
  /\{|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<![\p{L}\p{N}])(?:0|[1-9]\d{0,7})(?!\d)/gu;
const PLACES = /\{\{|\{\}|\{@\}/g;

/**
 * Makes one template of reasons that differ only in numbers or in the row that they name: `{}` stands for a number, `{@}` for a row's id.
 */
export function packReason(reason: string, rowOf: ReadonlyMap<string, number>): PackedReason {
  const numbers: number[] = [];
  const template = reason.replace(NAMED, (part) => {
    if (part === '{') return '{{';
    const row = rowOf.get(part);
    if (row === undefined && part.length > 8) return part;
    numbers.push(row ?? Number(part));
    return row === undefined ? '{}' : '{@}';
  });
  return { template, numbers };
}

/** Unpacks the result of `packReason`; removes its numbers from the front of `numbers`. */
export function unpackReason(template: string, numbers: Iterator<number | undefined>, ids: readonly string[]): string {
  const next = (): number => Number(numbers.next().value ?? 0);
  return template.replace(PLACES, (place) => {
    if (place === '{{') return '{';
    return place === '{}' ? String(next()) : (ids[next()] ?? '');
  });
}

/** Truncates a reason to this many characters, with a mark when it was longer. */
export function truncateReason(reason: string, length: number): string {
  return reason.length <= length ? reason : `${reason.slice(0, Math.max(0, length - 1)).toWellFormed()}…`;
}
