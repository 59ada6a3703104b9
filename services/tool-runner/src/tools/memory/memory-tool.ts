import type { Tool } from '@crumbtrail/tool-runtime';

/** The most characters of a hint, a task, and a description of what to forget. */
export const MAX_HINT = 4_000;
/** Longer than the memory-keeper takes for an answer, and than another one takes after it. */
const TIMEOUT_MS = 120_000;

/** What all tools of the memory have in common. */
export const MEMORY_TOOL = {
  category: 'memory',
  source: 'built-in',
  timeout_ms: TIMEOUT_MS,
  concurrency: 8,
  permissions: ['memory'],
} as const satisfies Partial<Tool['definition']>;

/** The result of a change: how many facts it changed. */
export const CHANGED_SCHEMA = {
  type: 'object',
  properties: { changed: { type: 'integer' } },
  required: ['changed'],
} as const;
