import { findUnfaithful } from './find-unfaithful';

describe('JSON that parsing would change in silence', () => {
  test.each([
    ['{"n": 1e400}', 'The number 1e400 cannot be kept exactly'],
    ['[-1e-400]', 'The number -1e-400 cannot be kept exactly'],
    ['{"id": 12345678901234567890}', 'The number 12345678901234567890 cannot be kept exactly'],
    ['9007199254740993', 'The number 9007199254740993 cannot be kept exactly'],
    [`[${'9'.repeat(5_000_000)}]`, 'cannot be kept exactly'],
    ['{"a": {"b": 1, "c": 2, "b" : 3}}', 'The key "b" is there twice in one object'],
    ['{"a": 1, "\\u0061": 2}', 'The key "a" is there twice in one object'],
  ])('is found: %.60s', (json, found) => {
    expect(findUnfaithful(json)).toContain(found);
  });

  test.each([
    '{"n": [0, -0, 0.0, 0e9, 1.5e300, 9007199254740991, 9007199254740992, 100000000000000000000, 0.1234567890123456789]}',
    '{"a": {"b": 1}, "b": [{"b": 1}, {"b": 2}], "c": "b"}',
    '["a", "a", {"": "a:", "\\"a\\"": "\\\\", "a": "1e400"}]',
    'null',
    ' "12345678901234567890" ',
  ])('is not seen in what stays the same: %s', (json) => {
    expect(findUnfaithful(json)).toBeNull();
  });
});
