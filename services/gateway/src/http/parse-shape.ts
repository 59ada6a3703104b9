import type { PipeTransform } from '@nestjs/common';
import { findUnsafe, type Issue, MAX_DEPTH, refuse } from '@crumbtrail/contracts';
import { z } from 'zod';

const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The rule that was broken, in the words of JSON Schema where it has one. */
const schemaRules: Readonly<Record<string, string>> = {
  invalid_type: 'type',
  unrecognized_keys: 'additionalProperties',
  invalid_value: 'enum',
  invalid_union: 'anyOf',
  invalid_format: 'format',
  too_small: 'minimum',
  too_big: 'maximum',
};

function toIssues(issue: z.core.$ZodIssue): Issue[] {
  const rule = schemaRules[issue.code] ?? issue.code;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: toPointer([...issue.path, key]), rule, message: 'is not known here' }));
  }
  const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  return [
    { path: toPointer(issue.path), rule: missing ? 'required' : rule, message: missing ? 'is missing' : issue.message },
  ];
}

/** Refuses a request without a body where one is needed. */
export function requireBody(value: unknown): void {
  if (value === undefined) throw refuse('not_json', 'The body is missing: send JSON.');
}

/** Refuses what no store keeps faithfully: the character U+0000, half a surrogate pair, `__proto__`, nesting over 64. */
export function refuseUnsafe(value: unknown, at = ''): void {
  const unsafe = findUnsafe(value);
  if (!unsafe) return;
  const issue = { ...unsafe, path: at + unsafe.path };
  throw refuse('unsafe_json', `${issue.path || 'The body'} ${issue.message}.`, { issues: [issue] });
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Refuses JSON whose nesting nobody can walk who does so by recursion; `around` levels of it are an envelope's. */
export function refuseDeep(value: unknown, around: number): void {
  let level = [value].filter(isNested);
  for (let depth = 0; depth < MAX_DEPTH + around && level.length > 0; depth += 1) {
    level = level.flatMap((one) => Object.values(one) as unknown[]).filter(isNested);
  }
  if (level.length === 0) return;
  const issue = { path: '', rule: 'max-depth', message: `is nested deeper than ${MAX_DEPTH}` };
  throw refuse('unsafe_json', `The body ${issue.message}.`, { issues: [issue] });
}

/** Gives a value of the shape, defaults filled in, or refuses it with every issue by JSON pointer. */
export function parseShape<S extends z.ZodType>(shape: S, value: unknown): z.output<S> {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const issues = read.error.issues.flatMap(toIssues).slice(0, 20);
  const first = issues[0] as Issue;
  throw refuse('invalid_payload', `${first.path || 'The request'}: ${first.message}.`, { issues });
}

/** A pipe that checks a body or a query: safe to keep, and of the shape. */
export function shapePipe<S extends z.ZodType>(shape: S): PipeTransform<unknown, z.output<S>> {
  return {
    transform(value) {
      requireBody(value);
      refuseUnsafe(value);
      return parseShape(shape, value);
    },
  };
}

/** An id out of a path. Ids are uuids; anything else names nothing, and is not worth a question to the store. */
export function parseId(value: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return value.toLowerCase();
  throw refuse('not_found', 'There is nothing of this id.');
}

/** A pipe for ids in paths. */
export const IdPipe: PipeTransform<string, string> = { transform: parseId };
