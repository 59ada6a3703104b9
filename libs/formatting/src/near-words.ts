/** A word of texts that was searched for because it means something like one of a message. */
interface NearWord {
  readonly word: string;
  readonly like: string;
}

/** What else was searched for, one line for each word of a message: `like "married": wedding, bride`. */
export function formatNearWords(near: readonly NearWord[] = []): string[] {
  const words = new Map<string, string[]>();
  for (const { word, like } of near) words.set(like, [...(words.get(like) ?? []), word]);
  return [...words].map(([like, all]) => `like "${like}": ${all.join(', ')}`);
}
