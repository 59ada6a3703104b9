/** The turns to fit on, and the other turns, on which the fit is checked. */
export interface TimeFold<Turn> {
  readonly train: readonly Turn[];
  readonly test: readonly Turn[];
}

/** Folds of turns that follow each other in time. Neighbouring turns ask about the same, so they must not be in both parts of a fold. */
export function foldByTime<Turn extends { readonly at: string }>(
  turns: readonly Turn[],
  count: number,
): TimeFold<Turn>[] {
  const ordered = [...turns].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const bound = (nth: number): number => Math.round((nth * ordered.length) / count);
  return Array.from({ length: count }, (_, nth) => ({
    train: [...ordered.slice(0, bound(nth)), ...ordered.slice(bound(nth + 1))],
    test: ordered.slice(bound(nth), bound(nth + 1)),
  }));
}
