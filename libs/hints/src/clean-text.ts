/* eslint-disable no-control-regex -- control characters are what is taken out */
const LINE_ENDS = /\r\n?|[\u000B\u000C\u0085\u2028\u2029]/g;
const UNSEEN =
  /[\u0000-\u0008\u000E-\u001F\u007F-\u009F\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\u{E0000}-\u{E007F}]/gu;
/* eslint-enable no-control-regex */

/**
 * Text as a reader sees it: every line end is `\n`, and what is invisible but read by models (controls, zero-width
 * spaces, writing-direction marks, Unicode tags) is gone. Joiners of scripts and emoji stay. The stored payload keeps all.
 */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(LINE_ENDS, '\n').replace(UNSEEN, '').trim();
}
