import { problemCodes, problemDetails, retryAfterSeconds, statusOf } from './problem-details';

test('every refusal has a status of its family', () => {
  for (const code of problemCodes) expect(statusOf(code)).toBeGreaterThanOrEqual(400);
  expect(problemCodes.filter((code) => statusOf(code) >= 500)).toEqual(['overloaded', 'unavailable', 'internal']);
});

test('only what may succeed later says when', () => {
  expect(retryAfterSeconds({ code: 'unavailable', message: '' })).toBe(1);
  expect(retryAfterSeconds({ code: 'overloaded', message: '', details: { retry_after_ms: 1_001 } })).toBe(2);
  expect(retryAfterSeconds({ code: 'not_found', message: '' })).toBeUndefined();
});

test('what went wrong inside is never told', () => {
  const details = problemDetails(
    { code: 'internal', message: 'SELECT', details: { sql: 'SELECT' }, issues: [] },
    '/v1',
  );
  expect(JSON.stringify(details)).not.toContain('SELECT');
});
