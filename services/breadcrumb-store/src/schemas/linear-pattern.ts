import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';

const MAX_PATTERN = 256;
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
    compile(pattern);
    return null;
  } catch (error) {
    return `is no pattern that can be matched in linear time (RE2): ${(error as Error).message}`;
  }
}

/** A pattern as Ajv asks for it, matched anywhere in the text, without backtracking. */
export function linearPattern(pattern: string): { test(text: string): boolean; toString(): string } {
  const matcher = compile(pattern);
  return { test: (text) => matcher.matcher(text).find(), toString: () => pattern };
}
