/** What the doctor found: whether it is well, what it is like, and what to do about it. */
export interface Finding {
  readonly about: string;
  readonly state: 'ok' | 'note' | 'ill';
  readonly says: string;
  /** What to do; for what is ill, and where it helps. */
  readonly remedy?: string;
}

export const ok = (about: string, says: string): Finding => ({ about, state: 'ok', says });
export const note = (about: string, says: string, remedy?: string): Finding => ({
  about,
  state: 'note',
  says,
  ...(remedy ? { remedy } : {}),
});
export const problem = (about: string, says: string, remedy: string): Finding => ({
  about,
  state: 'ill',
  says,
  remedy,
});
