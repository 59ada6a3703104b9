import type { KeyView } from '@crumbtrail/contracts';
import { expiryAfter, keyState, sortKeys } from './key-state';

const NOW = Date.parse('2026-03-01T00:00:00Z');
const key = (id: string, created: string, more: Partial<KeyView> = {}): KeyView => ({
  id,
  participant: { kind: 'user', id: 'ann' },
  role: 'writer',
  created_at: created,
  ...more,
});
const expired = key('expired', '2026-02-03T00:00:00Z', { expires_at: '2026-02-28T00:00:00Z' });
const revoked = key('revoked', '2026-02-04T00:00:00Z', { revoked_at: '2026-02-05T00:00:00Z' });
const later = key('later', '2026-02-02T00:00:00Z', { expires_at: '2026-03-02T00:00:00Z' });
const lasting = key('lasting', '2026-01-01T00:00:00Z');

test('keyState: a key is valid until it expires or is revoked', () => {
  expect([expired, revoked, later, lasting].map((one) => keyState(one, NOW))).toEqual([
    'expired',
    'revoked',
    'valid',
    'valid',
  ]);
});

test('sortKeys: valid keys come first, the newest of them before the others', () => {
  expect(sortKeys([expired, lasting, revoked, later], NOW).map(({ id }) => id)).toEqual([
    'later',
    'lasting',
    'revoked',
    'expired',
  ]);
});

test('expiryAfter: days from now, or never', () => {
  expect(expiryAfter(30, NOW)).toBe('2026-03-31T00:00:00.000Z');
  expect(expiryAfter(0, NOW)).toBeUndefined();
});
