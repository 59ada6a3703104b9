/** A text whose characters are composed (NFC), so that two spellings of one letter are equal. */
export const composeCharacters = (text: string): string => text.normalize('NFC');

/** One lower-case unit for each unit: a character that becomes longer stays as it is. */
function lowerEach(text: string): string {
  let lower = '';
  for (const character of text) {
    const low = character.toLowerCase();
    lower += low.length === character.length ? low : character;
  }
  return lower;
}

/** Lower case, of the same length, so that a position in it is one in the text. A final sigma is a sigma. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  return (lower.length === text.length ? lower : lowerEach(text)).replaceAll('ς', 'σ');
}
