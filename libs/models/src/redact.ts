const CREDENTIALS = /\/\/[^/\s@]+@/g;
const BEARER = /\b(bearer|basic)\s+[\w.~+/=-]+/gi;
const KEY_SHAPED = /\b(?:sk|pk|key|gsk|xai|rk)-[\w*.-]{6,}/gi;

/**
 * The text on one line, without the key, without anything that looks like a key, and without a URL's user and password;
 * at most `max` characters.
 */
export function redact(text: string, key?: string, max = 300): string {
  const without = key ? text.replaceAll(key, '[key]') : text;
  const clean = without.replace(CREDENTIALS, '//').replace(BEARER, '$1 [key]').replace(KEY_SHAPED, '[key]');
  const line = clean.replace(/\s+/g, ' ').trim();
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}
