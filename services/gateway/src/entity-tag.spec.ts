import { idempotencyKeyOf, versionOf } from './entity-tag';

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'nothing was refused';
};

test('If-Match names one version', () => {
  expect([versionOf('"3"'), versionOf('3')]).toEqual([3, 3]);
  expect(codeOf(() => versionOf(undefined))).toBe('precondition_required');
  for (const wrong of ['*', 'W/"3"', '"0"', '"1", "2"', '"a"', ''])
    expect(codeOf(() => versionOf(wrong))).toBe('version_conflict');
});

test('an Idempotency-Key is 1 to 200 visible characters', () => {
  expect([idempotencyKeyOf(undefined), idempotencyKeyOf('a-1')]).toEqual([undefined, 'a-1']);
  for (const wrong of ['', 'a b', 'x'.repeat(201), 'é'])
    expect(codeOf(() => idempotencyKeyOf(wrong))).toBe('invalid_payload');
});
