import { shortenMiddle } from './shorten-middle';

test('shortenMiddle: keeps short texts, and the beginning and the end of long ones', () => {
  expect(shortenMiddle('tour', 20)).toBe('tour');
  expect(shortenMiddle('x'.repeat(20), 20)).toBe('x'.repeat(20));
  expect(shortenMiddle('chat-aea06828-969e-4d1c-9d8d-1f24f1ab5f33', 20)).toBe('chat-aea06…4f1ab5f33');
  expect(shortenMiddle('chat-aea06828-969e-4d1c-9d8d-1f24f1ab5f33', 20)).toHaveLength(20);
});
