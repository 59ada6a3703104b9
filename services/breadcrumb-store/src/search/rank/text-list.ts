/**
 * A list of texts that never changes, with what was computed from it. The results live as long as the list: a cache that evicts
 * the list drops them with it.
 */
export class TextList<Text = unknown> {
  private readonly results = new Map<unknown, unknown>();

  constructor(readonly texts: readonly Text[]) {}

  get length(): number {
    return this.texts.length;
  }

  /** The result of `compute` for these texts, computed at the first call. */
  once<Value>(compute: (texts: readonly Text[]) => Value): Value {
    if (this.results.has(compute)) return this.results.get(compute) as Value;
    const value = compute(this.texts);
    this.results.set(compute, value);
    return value;
  }
}
