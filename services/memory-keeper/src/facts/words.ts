const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’_-]*/gu;

/** The distinct words of a text, without their capitals. */
export const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(WORD) ?? []);
