import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';

const MAX_PATTERN = 256;
/** Most instructions of a compiled pattern: repetitions are written out. */
const MAX_INSTRUCTIONS = 2_000;
/** Most that the patterns of one check may work: characters times instructions. A second, where it is all used. */
const MAX_WORK = 10_000_000;

let left = MAX_WORK;

/** The patterns of a schema have more to do on a payload than one payload may ask for. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
}

/** Runs one check, whose patterns share what they may work. Throws {@link TooMuchWork}. */
export function withBoundedPatterns<Result>(check: () => Result): Result {
  left = MAX_WORK;
  return check();
}
const compiled = new LRUCache<string, RE2JS>({ max: 500 });

function compile(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known) return known;
  const made = RE2JS.compile(pattern);
  compiled.set(pattern, made);
  return made;
}

/** Why a pattern may not be used; null when it may. What RE2 takes is matched in time linear in the text. */
export function patternProblem(pattern: unknown): string | null {
  if (typeof pattern !== 'string') return 'is no text';
  if (pattern.length > MAX_PATTERN) return `is longer than ${MAX_PATTERN} characters`;
  try {
    const size = compile(pattern).programSize();
    return size > MAX_INSTRUCTIONS ? `has ${size} steps written out; the most is ${MAX_INSTRUCTIONS}` : null;
  } catch (error) {
    return `is no pattern that can be matched in linear time (RE2): ${(error as Error).message}`;
  }
}

/** A pattern as Ajv asks for it, matched anywhere in the text, without backtracking. */
export function linearPattern(pattern: string): { test(text: string): boolean; toString(): string } {
  const matcher = compile(pattern);
  const size = matcher.programSize();
  const test = (text: string): boolean => {
    left -= text.length * size;
    if (left < 0) throw new TooMuchWork('its patterns have too much to do on this payload');
    return matcher.matcher(text).find();
  };
  return { test, toString: () => pattern };
}
