import type { RankableText } from './question';

/** A text with fewer stems is too short to be recognised as a repetition: each "yes, please" is a different answer. */
const LEAST_STEMS = 4;
/** The longest stems tell texts apart; a different opening ("well, …") or one more short word does not. */
const COMPARED_STEMS = 6;

const compareLongest = (a: string, b: string): number => b.length - a.length || (a < b ? -1 : Number(a > b));

/** The longest stems, longest first. Sorting all of them takes several times as long. */
function findLongest(stems: Iterable<string>): string[] {
  const longest: string[] = [];
  for (const stem of stems) {
    if (longest.length === COMPARED_STEMS && compareLongest(longest[COMPARED_STEMS - 1] as string, stem) < 0) continue;
    let at = Math.min(longest.length, COMPARED_STEMS - 1);
    for (; at > 0 && compareLongest(stem, longest[at - 1] as string) < 0; at -= 1)
      longest[at] = longest[at - 1] as string;
    longest[at] = stem;
  }
  return longest;
}

/** A key that repetitions of a text have in common; empty for a text that is too short. */
export function fingerprintText({
  author,
  session,
  terms,
}: Pick<RankableText, 'author' | 'session' | 'terms'>): string {
  if (session === null || terms.size < LEAST_STEMS) return '';
  return [session, author.kind, author.id, ...findLongest(terms.keys())].join('\n');
}

/** Recognises repetitions among texts that are added in time order. */
export class RepeatFinder {
  private readonly known = new Set<string | number>();

  /** Does a text repeat an earlier one of the same author and session? */
  add(text: RankableText): boolean {
    const fingerprint = (text.fingerprint ??= fingerprintText(text));
    if (fingerprint === '' || fingerprint === 0) return false;
    if (this.known.has(fingerprint)) return true;
    this.known.add(fingerprint);
    return false;
  }
}
