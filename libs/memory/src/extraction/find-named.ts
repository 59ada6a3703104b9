import type { MessageAuthor } from '../fact';

/** How a participant is written in facts: kind and id. */
export const participantOf = ({ kind, id }: Pick<MessageAuthor, 'kind' | 'id'>): string => `${kind}:${id}`;

const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const CAPITAL = /^\p{Lu}/u;
const SHORTEST_ID = 3;
/** What may follow a name that it belongs to: `Ann's`, German `Annas`, Korean and Turkish endings after an apostrophe. */
const ENDING = "(?:s|['’]\\p{L}{0,6})?";

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A name with capitals is found as it is written, because `Will` is a name and `will` is not; others whatever their capitals. */
function isNamed(text: string, name: string): boolean {
  if (NO_SPACES.test(name)) return text.includes(name);
  const flags = CAPITAL.test(name) ? 'u' : 'iu';
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_])${escape(name)}${ENDING}(?![\\p{L}\\p{M}\\p{N}_])`, flags).test(text);
}

/** The names that somebody is known by: the name, the first name, and the id, unless it is too short to be told from other words. */
function namesOf({ id, name }: MessageAuthor): string[] {
  const first = name?.split(' ')[0];
  const all = [name, first, ...(id.length < SHORTEST_ID ? [] : [id])];
  return [...new Set(all)].filter((one) => one !== undefined && one.trim() !== '') as string[];
}

/** The participants that a text names, in the order in which they are given. */
export function findNamed<Author extends MessageAuthor>(text: string, participants: readonly Author[]): Author[] {
  const folded = text.normalize('NFC');
  return participants.filter((one) => namesOf(one).some((name) => isNamed(folded, name.normalize('NFC'))));
}
