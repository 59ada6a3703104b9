import type { Run } from './scan';

/** A stop word in capitals that may be short for something. Others are written so to be stressed. */
const ACRONYM = /^(?!(?:NOT|AND|ALL|THE|YOU|ANY|HOW|WHY|CAN|NO|DO)$)\p{Lu}{2,3}$/u;

/** A stop word that is written as a name: in capitals, or with a capital within a sentence. */
export function isName(run: Run, text: string): boolean {
  if (run.surface.length < 2 || !/^\p{Lu}/u.test(run.surface)) return false;
  if (/^\p{Lu}+$/u.test(run.surface)) return ACRONYM.test(run.surface) && /\p{Ll}/u.test(text);
  return /[\p{Ll},;"“(] ?["“(]?$/u.test(text.slice(Math.max(0, run.from - 3), run.from));
}

/** A word that begins a line and is followed by a colon is a label, whatever it says in some language: `Todo: …`. */
export const isLabel = ({ from, to }: Run, text: string): boolean =>
  /^:(?![:/])/.test(text.slice(to, to + 2)) && /(?:^|\n)[\s\-*•]*$/.test(text.slice(Math.max(0, from - 8), from));
