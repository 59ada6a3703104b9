/** How a language says numbers in words, beyond its `numerals`. Entries are separated by `|`: a number and the words for it. */
export interface NumberWords {
  /** Further numbers. Those with a star multiply what stands before them, as hundred does: `30 thirty|*100 hundred`. */
  readonly words: string;
  /** Words, or letters before one, that only join: `and`. Default: none. */
  readonly and?: string;
  /** Are several written as one word: `dreihundertzwölf`? Default: false. */
  readonly joins?: boolean;
  /** May units stand before tens that are joined to them, and before a ten: `dreiundzwanzig`, `tiga belas`? Default: false. */
  readonly unitsFirst?: boolean;
  /** Are numbers up to 19 added to multiples of 20: `soixante-dix`? Default: false. */
  readonly byTwenty?: boolean;
  /** Does a number stand behind what it multiplies: `mia tatu`? Default: false. */
  readonly scaleFirst?: boolean;
  /** Is a last digit behind hundreds, or more, one of the next smaller unit: is `两千五` 2500? Default: false. */
  readonly shortensLast?: boolean;
  /** What may be written behind a number in the same word. Default: none. */
  readonly endings?: string;
}
