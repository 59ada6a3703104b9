import type { ProblemCode } from '@crumbtrail/contracts';
import { problemKinds } from '@crumbtrail/contracts/http/problem-details';
import { problemDetails, retryAfterSeconds, statusOf } from './problem-details';

const problemCodes = Object.keys(problemKinds) as ProblemCode[];

test('problemDetails: every error code has a 4xx or 5xx status', () => {
  for (const code of problemCodes) expect(statusOf(code)).toBeGreaterThanOrEqual(400);
  expect(problemCodes.filter((code) => statusOf(code) >= 500)).toEqual([
    'overloaded',
    'moving',
    'disk_full',
    'unavailable',
    'internal',
  ]);
  expect(statusOf('disk_full')).toBe(507);
});

test('problemDetails: only an error that may pass has a Retry-After', () => {
  expect(retryAfterSeconds({ code: 'unavailable', message: '' })).toBe(1);
  expect(retryAfterSeconds({ code: 'overloaded', message: '', details: { retry_after_ms: 1_001 } })).toBe(2);
  expect(retryAfterSeconds({ code: 'not_found', message: '' })).toBeUndefined();
});

test('problemDetails: the details of an internal error are not shown to the caller', () => {
  const details = problemDetails(
    { code: 'internal', message: 'SELECT', details: { sql: 'SELECT' }, issues: [] },
    '/v1',
  );
  expect(JSON.stringify(details)).not.toContain('SELECT');
});

test('problemDetails: detail says the most specific reason, and how many others there are', () => {
  const issue = (path: string, message: string) => ({ path, rule: 'x', message });
  const detail = (message: string, ...issues: ReturnType<typeof issue>[]): string =>
    problemDetails({ code: 'invalid_payload', message, issues }, '/').detail;
  expect(detail('Invalid agent.def.v1.', issue('/context/prompt', 'is missing'))).toBe(
    'Invalid agent.def.v1: /context/prompt is missing.',
  );
  expect(detail('Invalid.', issue('', 'is too deep'))).toBe('Invalid: the body is too deep.');
  expect(detail('Invalid.', issue('/a', 'must be all'), issue('/a/0', 'must be an id'), issue('/b/1', 'no'))).toBe(
    'Invalid: /a/0 must be an id (2 more in `issues`).',
  );
  expect(detail('/n: is missing.', issue('/n', 'is missing'))).toBe('/n: is missing.');
});
