import type { RankableText } from './question';

/** A text with fewer stems says too little to be known again: "yes, please" is another answer each time. */
const LEAST_STEMS = 4;
/** The longest stems tell texts apart; an opening ("well, …") or another short word more does not. */
const COMPARED = 6;

const compareLongest = (a: string, b: string): number => b.length - a.length || (a < b ? -1 : Number(a > b));

/** What a text is known again by; empty where nothing is. */
function fingerprintText({ author, session, terms }: RankableText): string {
  if (session === null || terms.size < LEAST_STEMS) return '';
  const stems = [...terms.keys()].sort(compareLongest).slice(0, COMPARED);
  return [session, author.kind, author.id, ...stems].join('\n');
}

/** 1 for a text whose author has said the same before in the session, else 0; `pool` in time order. */
export function findRepeats(pool: readonly RankableText[]): Uint8Array {
  const said = new Set<string>();
  return Uint8Array.from(pool, (text) => {
    const fingerprint = (text.fingerprint ??= fingerprintText(text));
    if (fingerprint === '') return 0;
    if (said.has(fingerprint)) return 1;
    said.add(fingerprint);
    return 0;
  });
}
