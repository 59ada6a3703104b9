/**
 * The small words of a language that say much, and those that say nothing, by what they do. Lists are separated by spaces, in lower case, as they are written:
 * a word is compared with its marks. Forms of one number are separated by `|`.
 */
export interface WordKinds {
  /** Words that deny or nearly do: no, not, never, without, hardly. */
  readonly negations: string;
  /** What makes a word deny wherever it stands in it, in languages that write such words as one. Default: none. */
  readonly negativeParts?: string;
  /** Words that say yes. */
  readonly affirmations: string;
  /** The numbers from zero on, at least to ten, in order. */
  readonly numerals: string;
  /** Other words for numbers and quantities: hundred, twice, half. */
  readonly quantities: string;
  /** Words of which there are pairs or rows with opposite meanings: on and off, before and after, all and some. Default: none. */
  readonly opposites?: string;
  /** Words of greeting, thanks and hesitation. At the beginning or the end of a text they change nothing of what it says. */
  readonly courtesies: string;
  /** Other words of texts that only greet, thank or react, and so say nothing that lasts: good, morning, great. */
  readonly reactions: string;
  /** Words that ask. They say nothing of what is asked about. */
  readonly questions: string;
  /** Words that only connect others or stand for them: the, of, with, she. Default: none. */
  readonly functionWords?: string;
  /** Words that a correction adds without saying anything else: now, instead, sorry. Default: none. */
  readonly corrections?: string;
  /** Phrases that ask to keep in mind what follows, or stands before: `remember`, `don't forget`. Separated by `|`. Default: none. */
  readonly reminders?: string;
  /** Words that may stand between such a phrase and what is to be kept in mind. Separated by `|`. Default: none. */
  readonly that?: string;
  /** Words with which people ask for what held before: previously, original, changed. Default: none. */
  readonly former?: string;
}

/** What a word may do in a text. */
export type WordKind = Exclude<keyof WordKinds, 'reminders' | 'that'>;
