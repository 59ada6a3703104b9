import type { Fact } from '../fact';

/** Whose statement a fact is: of whoever worded it, else of those who said it, else, as far as is known, of whom it is about. */
export function speakersOf({ edited_by, said_by, about }: Fact): readonly string[] {
  if (edited_by !== undefined) return [edited_by];
  return said_by ?? (about === undefined ? [] : [about]);
}

/** Whether both are statements of the same participants. */
export function isSameSpeaker(a: Fact, b: Fact): boolean {
  const [one, other] = [new Set(speakersOf(a)), new Set(speakersOf(b))];
  return one.size === other.size && [...one].every((speaker) => other.has(speaker));
}

/** Whether it is a statement of the participant that it is about, and of nobody else. */
export const isOwn = (fact: Fact): boolean =>
  fact.about !== undefined && speakersOf(fact).every((speaker) => speaker === fact.about);

/**
 * Whether a later statement ends an earlier one: only what the same participants said. What a person worded is ended by that person, and by whom
 * it is about.
 */
export function mayEnd(earlier: Fact, later: Fact): boolean {
  if (isSameSpeaker(earlier, later)) return true;
  return earlier.edited_by !== undefined && isOwn(later) && later.about === earlier.about;
}
