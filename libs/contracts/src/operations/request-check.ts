import { findUnsafe } from '../json-safety';
import { refuse } from '../problem';
import { compileValidator } from '../validate';
import type { Operation } from './define-operation';
import { zodToJsonSchema } from './zod-json-schema';

/** Refuses JSON that the store cannot keep unchanged, as `unsafe_json`. */
export function requireSafe(value: unknown): void {
  const issue = findUnsafe(value);
  if (issue) throw refuse('unsafe_json', `The JSON at ${issue.path || '/'} ${issue.message}.`, { issues: [issue] });
}

/**
 * The check of an operation's requests, compiled at its first use. It throws `invalid_payload` with every issue, by JSON pointer, and `unsafe_json` where
 * the operation does not allow such JSON. Zod declares the shape; Ajv checks it, several times faster.
 */
export function compileRequestCheck(
  operation: Pick<Operation, 'request' | 'allowsUnsafeJson'>,
): (value: unknown) => void {
  const check = compileValidator(() => zodToJsonSchema(operation.request));
  return (value) => {
    const issues = check(value);
    if (issues.length > 0) throw refuse('invalid_payload', 'This request is not valid.', { issues });
    if (!operation.allowsUnsafeJson) requireSafe(value);
  };
}
