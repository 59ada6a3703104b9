/** How a language says the time of day in words. `{h}` is an hour, `{m}` are minutes. */
export interface ClockWords {
  /** Phrases with the minutes that they add to the hour: `half past {h}` has 30, and the German `halb {h}` has -30. Alternatives of a word are separated by `|`. */
  readonly phrases: Readonly<Record<string, number>>;
  /** Phrases that also say minutes, with the sign of these: `{m} past {h}` has 1, and `{m} to {h}` has -1. Default: none. */
  readonly minutes?: Readonly<Record<string, 1 | -1>>;
  /** Forms of the hours from one to twelve beside its numerals, as `второго`; alternatives are separated by `|`. Default: none. */
  readonly hours?: string;
  /** What is written behind the numbers of hours and minutes, where that tells a time: `時` and `分`. Default: none. */
  readonly signs?: { readonly hour: string; readonly minute: string; readonly half: string; readonly quarter?: string };
}
