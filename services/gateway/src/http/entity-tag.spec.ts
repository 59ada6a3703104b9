import { parseIdempotencyKey, parseIfMatch } from './entity-tag';

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'no error was thrown';
};

test('If-Match names one version', () => {
  expect([parseIfMatch('"3"'), parseIfMatch('3')]).toEqual([3, 3]);
  expect(codeOf(() => parseIfMatch(undefined))).toBe('precondition_required');
  for (const wrong of ['*', 'W/"3"', '"0"', '"1", "2"', '"a"', ''])
    expect(codeOf(() => parseIfMatch(wrong))).toBe('version_conflict');
});

test('an Idempotency-Key is 1 to 200 visible characters', () => {
  expect([parseIdempotencyKey(undefined), parseIdempotencyKey('a-1')]).toEqual([undefined, 'a-1']);
  for (const wrong of ['', 'a b', 'x'.repeat(201), 'é'])
    expect(codeOf(() => parseIdempotencyKey(wrong))).toBe('invalid_payload');
});
