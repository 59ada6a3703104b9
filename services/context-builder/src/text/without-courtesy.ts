import { isOfKind } from '@crumbtrail/text';

/** The words without courtesy at both ends; all of them where nothing else is left. A courtesy that is not known only keeps two texts apart. */
export function withoutCourtesy(words: readonly string[]): readonly string[] {
  let from = 0;
  let to = words.length;
  while (from < to && isOfKind(words[from] as string, 'courtesies')) from += 1;
  while (to > from && isOfKind(words[to - 1] as string, 'courtesies')) to -= 1;
  return from === to ? words : words.slice(from, to);
}
