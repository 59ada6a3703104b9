// eslint-disable-next-line no-control-regex -- NUL is what the store refuses
const NUL = /\u0000/g;

/**
 * The text in a form that the store accepts: well-formed, without U+0000, at most `max` bytes of UTF-8, cut between
 * characters.
 */
export function toStorableText(text: string, max: number): { text: string; cut: boolean } {
  const clean = text.replace(NUL, '').toWellFormed();
  const bytes = Buffer.from(clean, 'utf8');
  if (bytes.length <= max) return { text: clean, cut: false };
  let end = max;
  while (end > 0 && ((bytes[end] as number) & 0xc0) === 0x80) end -= 1;
  return { text: bytes.toString('utf8', 0, end), cut: true };
}
