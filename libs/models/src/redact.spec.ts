import { redact } from './redact';

describe('redact', () => {
  it.each([
    ['the key itself', 'bad key s3cr3t!', 's3cr3t!', 'bad key [key]'],
    ['what is shaped like a key', 'Incorrect API key: sk-proj-abc123def456', undefined, 'Incorrect API key: [key]'],
    ['a bearer token', 'header Authorization: Bearer eyJhbGciOi.x.y', undefined, 'header Authorization: Bearer [key]'],
    ['user and password of a URL', 'cannot reach http://me:pass@host/v1', undefined, 'cannot reach http://host/v1'],
  ])('removes %s', (_, text, key, clean) => {
    expect(redact(text, key)).toBe(clean);
  });

  it('gives one line of bounded length', () => {
    expect(redact('a\n b', undefined)).toBe('a b');
    expect(redact('x'.repeat(1000), undefined)).toHaveLength(300);
  });
});
