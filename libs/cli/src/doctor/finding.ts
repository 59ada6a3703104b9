/** One result of `crumb doctor`: `ok`, `note` (worth knowing) or `ill` (a problem), with a description. */
export interface Finding {
  readonly about: string;
  readonly state: 'ok' | 'note' | 'ill';
  readonly says: string;
  /** What to do about it; always given for problems. */
  readonly remedy?: string;
}

/** A check that passed. */
export const ok = (about: string, says: string): Finding => ({ about, state: 'ok', says });
/** Something worth knowing that is not a problem. */
export const note = (about: string, says: string, remedy?: string): Finding => ({
  about,
  state: 'note',
  says,
  ...(remedy ? { remedy } : {}),
});
/** A problem and its remedy. */
export const problem = (about: string, says: string, remedy: string): Finding => ({
  about,
  state: 'ill',
  says,
  remedy,
});
