import { isObject } from '@crumbtrail/contracts';
import { splitReferences, type Reference } from './reference';

/** Thrown for a reference without a value: the message names the reference and lists what exists instead. */
export class MissingValue extends Error {
  override readonly name = 'MissingValue';
}

/** The result with its references exceeds the limit. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/** Maximum size that references may add to one value, in bytes of JSON. */
export const MOST_FILLED = 128 * 1024;

/** Returns the value of a reference. Throws MissingValue when there is none. */
export type ValueOf = (reference: Reference) => unknown;

function holds(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (!isObject(value)) return value === null ? 'null' : `a ${typeof value}`;
  const keys = Object.keys(value);
  return keys.length === 0 ? 'an empty object' : `an object with ${keys.slice(0, 12).join(', ')}`;
}

function has(value: unknown, key: string): value is Record<string, unknown> {
  if (Array.isArray(value)) return key !== 'length' && Object.hasOwn(value, key);
  return isObject(value) && Object.hasOwn(value, key);
}

/** Follows a reference's path into the output of its step. Throws MissingValue. */
export function valueAt(output: unknown, { source, step, path }: Reference): unknown {
  let value = output;
  for (const [at, key] of path.entries()) {
    if (!has(value, key)) {
      const before = [step, ...path.slice(0, at)].join('.');
      throw new MissingValue(`${source} has no value: ${before} is ${holds(value)}`);
    }
    value = value[key];
  }
  return value;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Resolves the references of one value and counts the inserted bytes. */
class ReferenceFiller {
  private fillValue = 0;

  constructor(private readonly valueOf: ValueOf) {}

  fill(value: unknown): unknown {
    if (typeof value === 'string') return this.fillText(value);
    if (Array.isArray(value)) return value.map((inner) => this.fill(inner));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [literal(key), this.fill(inner)]));
  }

  private fillText(text: string): unknown {
    const pieces = splitReferences(text);
    const [first] = pieces;
    if (pieces.length === 1 && typeof first === 'object') return this.take(first).value;
    return pieces.map((piece) => (typeof piece === 'string' ? piece : this.take(piece).text)).join('');
  }

  private take(reference: Reference): { value: unknown; text: string } {
    const value = this.valueOf(reference);
    const text = textOf(value);
    this.fillValue += Buffer.byteLength(text);
    if (this.fillValue > MOST_FILLED)
      throw new TooLong(`with ${reference.source} it is longer than ${MOST_FILLED / 1024} KiB`);
    return { value, text };
  }
}

/** Property names contain no references; only `\${` is read as `${`. */
const literal = (key: string): string => splitReferences(key).join('');

/**
 * Resolves all references in a value. A text that is exactly one reference becomes the referenced value, with its type;
 * within a longer text a reference becomes text, or JSON. Throws MissingValue, TooLong.
 */
export function fill(value: unknown, valueOf: ValueOf): unknown {
  return new ReferenceFiller(valueOf).fill(value);
}
