/** A text of at most `limit` characters: a longer one keeps its beginning and its end, which tell ids apart, around a `…`. */
export function shortenMiddle(text: string, limit = 20): string {
  if (text.length <= limit) return text;
  const end = Math.floor((limit - 1) / 2);
  return `${text.slice(0, limit - 1 - end)}…${text.slice(-end)}`;
}
