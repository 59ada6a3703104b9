/* eslint-disable no-control-regex -- these expressions remove control characters */
const LINE_ENDS = /\r\n?|[\u000B\u000C\u0085\u2028\u2029]/g;
const INVISIBLE =
  /[\u0000-\u0008\u000E-\u001F\u007F-\u009F\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\u{E0000}-\u{E007F}]/gu;
/* eslint-enable no-control-regex */

/**
 * Removes what readers do not see but models read: control characters, zero-width spaces, direction marks, Unicode tags. Every line
 * end becomes `\n`. Joiners of scripts and emoji stay. The stored payload is not changed.
 */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(LINE_ENDS, '\n').replace(INVISIBLE, '').trim();
}
