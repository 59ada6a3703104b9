import { countTokens } from '@crumbtrail/hints';

/** Tokens (o200k) that a chunk aims to stay under; one that is a single sentence may reach {@link MOST}. */
const TARGET = 350;
/** The most tokens (o200k) of a chunk; counting long unbroken runs in pieces may add a few. */
const MOST = 400;
const HARD_CUT = 512;

const PARAGRAPH = /(?<=\n[^\S\n]*\n)(?=\S)/;
/** An arrow continues its line, as in the signature of a tool: `find(text?) → places: …`. */
const SENTENCE = /(?<=[.!?…]["'’”)\]]*\s+)(?=[^\s→])|(?<=[。！？])|(?<=\n)(?=\S)/;
const WORD = /(?<=\s)(?=\S)/;

const tokens = (text: string): number => countTokens(text, 'o200k_base');

function hardPieces(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = from + HARD_CUT;
    const to = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}

/** Splits the text into pieces under the limit, at the strongest of the given boundaries that suffices. */
function pieces(text: string, boundaries: readonly RegExp[]): string[] {
  if (tokens(text) <= MOST) return [text];
  const [boundary, ...finer] = boundaries;
  if (!boundary) return hardPieces(text);
  return pack(text.split(boundary).flatMap((part) => pieces(part, finer)));
}

/** Joins neighbours while they stay under the target. */
function pack(parts: readonly string[]): string[] {
  const packed: string[] = [];
  let open = '';
  let size = 0;
  for (const part of parts) {
    const more = tokens(part);
    if (open !== '' && size + more > TARGET) {
      packed.push(open);
      [open, size] = ['', 0];
    }
    open += part;
    size += more;
  }
  return open === '' ? packed : [...packed, open];
}

/**
 * A text in chunks of some 350 tokens, split at the ends of paragraphs, else sentences, else words, and inside a word only
 * where it never ends; never inside a surrogate pair. Nothing but white space between chunks is lost.
 */
export function chunkText(text: string): string[] {
  return pieces(text, [PARAGRAPH, SENTENCE, WORD])
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}
