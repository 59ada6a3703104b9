import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { openSecret, sealSecret, settingsKey } from './sealed-secret';

const key = randomBytes(32);
const place = ['default', 'https://models.example.org/v1'];

test('a secret is opened with its key for its place, and sealed differently each time', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme' }), (secret) => {
      const sealed = sealSecret(secret, key, place);
      expect(sealed).not.toBe(sealSecret(secret, key, place));
      expect(openSecret(sealed, key, place)).toBe(secret.toWellFormed());
    }),
  );
});

test.each([
  ['another key', randomBytes(32), place],
  ['another workspace', key, ['other', place[1] ?? '']],
  ['another address', key, ['default', 'https://elsewhere.example.org/v1']],
])('with %s it stays closed', (_, other, elsewhere) => {
  expect(openSecret(sealSecret('sk-secret', key, place), other, elsewhere)).toBeUndefined();
});

test('what was changed, cut or never sealed stays closed', () => {
  const sealed = sealSecret('sk-secret', key, place);
  for (const text of [sealed.slice(0, -1), sealed.replace('v1', 'v2'), 'sk-secret', 'v1.a.b.c', ''])
    expect(openSecret(text, key, place)).toBeUndefined();
});

test.each([
  [randomBytes(32).toString('base64'), true],
  [randomBytes(32).toString('base64url'), true],
  [randomBytes(16).toString('base64'), false],
  ['a password', false],
])('settingsKey takes 32 bytes in base64: %#', (text, isValid) => {
  expect(settingsKey.safeParse(text).success).toBe(isValid);
});
