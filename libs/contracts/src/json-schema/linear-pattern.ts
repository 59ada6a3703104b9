import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';

const MAX_PATTERN = 256;
/** Most instructions of a compiled pattern, with repetitions expanded. */
const MAX_INSTRUCTIONS = 2_000;
/** Most work of all patterns in one check, in characters times instructions; using all of it takes about a second. */
const MAX_WORK = 10_000_000;

/** Thrown when the patterns of a schema would take too long on a payload. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
}

/** Why a pattern is refused; null when it is accepted. Patterns that RE2 accepts match in time linear in the text. */
export function patternProblem(pattern: unknown): string | null {
  if (typeof pattern !== 'string') return 'is not a string';
  if (pattern.length > MAX_PATTERN) return `is longer than ${MAX_PATTERN} characters`;
  try {
    const size = RE2JS.compile(pattern).programSize();
    return size > MAX_INSTRUCTIONS ? `has ${size} instructions when expanded; the most is ${MAX_INSTRUCTIONS}` : null;
  } catch (error) {
    return `cannot be matched in linear time (RE2): ${(error as Error).message}`;
  }
}

/** A pattern with the interface that Ajv needs. */
export interface LinearPattern {
  test(text: string): boolean;
  toString(): string;
}

/** Compiles patterns for Ajv, and limits the work that the patterns of one check may do together. */
export class LinearPatterns {
  private readonly compiled: LRUCache<string, RE2JS>;
  private remainingWork = MAX_WORK;

  /** @param max number of compiled patterns to cache; default 500 */
  constructor(max = 500) {
    this.compiled = new LRUCache({ max });
  }

  /** A pattern that matches anywhere in the text, without backtracking. */
  compile(pattern: string): LinearPattern {
    const matcher = this.compileOnce(pattern);
    const size = matcher.programSize();
    const test = (text: string): boolean => {
      this.remainingWork -= text.length * size;
      if (this.remainingWork < 0) throw new TooMuchWork('its patterns take too long on this payload');
      return matcher.matcher(text).find();
    };
    return { test, toString: () => pattern };
  }

  /** Runs one check whose patterns share one work limit. Throws {@link TooMuchWork}. */
  limit<Result>(check: () => Result): Result {
    const outer = this.remainingWork;
    this.remainingWork = MAX_WORK;
    try {
      return check();
    } finally {
      this.remainingWork = outer;
    }
  }

  private compileOnce(pattern: string): RE2JS {
    const known = this.compiled.get(pattern);
    if (known) return known;
    const compiled = RE2JS.compile(pattern);
    this.compiled.set(pattern, compiled);
    return compiled;
  }
}
