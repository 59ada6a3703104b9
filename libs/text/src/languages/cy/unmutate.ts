/** What a first consonant of Welsh changes into after other words, by what it is without that. Both are written as the same letter here. */
const FIRST: readonly (readonly [letters: RegExp, plain: string])[] = [
  [/^(?:ngh|ng|ch|c|g)/u, 'c'],
  [/^(?:mh|ph|p|b|f(?!f)|m)/u, 'p'],
  [/^(?:nh|th|t|dd|d|n)/u, 't'],
  [/^(?:ll|l)/u, 'l'],
  [/^(?:rhy?|r)/u, 'r'],
];
const ENDING = /(?:ion|iau|au|ydd|wyr|od|oedd|i|on)$/u;

/** A word without the changes of its first consonant, and without the endings of the plural: `cath`, `gath` and `nghath` are one. */
export function unmutate(word: string): string {
  const found = FIRST.find(([letters]) => letters.test(word));
  const plain = found ? word.replace(found[0], found[1]) : word;
  const stem = plain.replace(ENDING, '');
  return stem.length >= 3 ? stem : plain;
}
