/** A key of a question. */
export interface QuestionKey {
  readonly key: string;
  /** The word of the question that it is of, by its number. */
  readonly word: number;
  /** Is it the key that any text has for the word, whatever its language? */
  readonly isCommon: boolean;
  /** Is it another one, of the language that the question is likely in? */
  readonly isOwn: boolean;
  /** Is it of another form of the word, which says the same only roughly: `bought` for `buy`, `twelve` for `12`? */
  readonly isForm: boolean;
  /** Is it of another form of a given name: of `Elizabeth` for `Liz`? */
  readonly isGivenName: boolean;
  /** Where its run of characters begins: a path and its parts are one. */
  readonly from: number;
  /** Is it of a part of a path, an address or an identifier? */
  readonly isPart: boolean;
  /** Is it of two characters beside the words that they are of, in a language without spaces? */
  readonly isPair: boolean;
}
