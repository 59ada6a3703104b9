import { UNSPACED } from './scripts';

/** A run of a text that is read as a whole: a word, or words that signs without spaces join. Positions are those of the text, in UTF-16. */
export interface Run {
  readonly kind: 'word' | 'joined' | 'unspaced' | 'emoji';
  readonly surface: string;
  readonly from: number;
  readonly to: number;
}

/** Armenian writes the signs of a question and of stress within words. */
const WORD = String.raw`[\p{L}\p{M}\p{N}՛՜՞]`;
/** Signs that join parts of a path, an address, a name or a number. */
const JOIN = String.raw`(?:[._\-\/\\@:+&%~·‐‑־]+|(?<=\p{N})[,’'](?=\p{N})|(?<=\p{N})[\u00a0\u202f ](?=\p{N}{3}(?!\p{N}))|['’](?=\p{L}))`;
const RUN = new RegExp(
  String.raw`(?<joined>${WORD}+(?:${JOIN}${WORD}+)*(?:\+\+|#)?)|(?<emoji>\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic})*)`,
  'gu',
);
const SINGLE = new RegExp(`^${WORD}+$`, 'u');

function kindOf(surface: string): Run['kind'] {
  if (!SINGLE.test(surface)) return 'joined';
  return 'word';
}

/** Divides a run at the borders of scripts without spaces: "PDFファイル" is two. */
function divide(surface: string, from: number): Run[] {
  if (!UNSPACED.test(surface)) return [{ kind: kindOf(surface), surface, from, to: from + surface.length }];
  const runs: Run[] = [];
  for (const { 0: part, 1: unspaced, index } of surface.matchAll(DIVIDED)) {
    const at = from + index;
    const kind = unspaced === undefined ? kindOf(part) : 'unspaced';
    runs.push({ kind, surface: part, from: at, to: at + part.length });
  }
  return runs;
}

const UNSPACED_CLASS = UNSPACED.source.slice(1, -1);
const DIVIDED = new RegExp(
  String.raw`([${UNSPACED_CLASS}][${UNSPACED_CLASS}\p{M}]*)|[^${UNSPACED_CLASS}]*(?![${UNSPACED_CLASS}])[\p{L}\p{N}][^${UNSPACED_CLASS}]*`,
  'gu',
);

/** The runs of a text, in order. */
export function scanRuns(text: string): Run[] {
  const runs: Run[] = [];
  for (const { 0: surface, index, groups } of text.matchAll(RUN)) {
    if (groups?.['emoji'] === undefined) for (const run of divide(surface, index)) runs.push(run);
    else runs.push({ kind: 'emoji', surface, from: index, to: index + surface.length });
  }
  return runs;
}
