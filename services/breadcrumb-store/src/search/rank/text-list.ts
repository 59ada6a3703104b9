/**
 * A result for a list of texts that can be continued when texts are appended, so that its cost depends on what is new and not on the
 * length of the list.
 */
export interface Continuation<Text, Value> {
  compute(this: void, texts: readonly Text[]): Value;
  /**
   * The value for all texts, from that for those before `from`; null where it has to be computed again. May change what only the next call
   * looks at: the value for the shorter list stays as it is for its readers.
   */
  append(this: void, value: Value, texts: readonly Text[], from: number): Value | null;
}

interface KnownResult {
  readonly value: unknown;
  /** How many texts it is for. */
  readonly length: number;
}

/** What lists have in common of which each begins with the texts of the shorter ones: the results for the longest list that had any. */
class TextGrowth<Text> {
  private readonly results = new Map<unknown, KnownResult>();

  constructor(
    /** The texts of the longest list. */
    public longest: readonly Text[],
  ) {}

  find<Value>(continuation: Continuation<Text, Value>, texts: readonly Text[]): Value {
    const known = this.results.get(continuation);
    const { length } = texts;
    if (known && known.length > length) return continuation.compute(texts);
    const value = known ? continueResult(continuation, known, texts) : continuation.compute(texts);
    this.results.set(continuation, { value, length });
    return value;
  }
}

function continueResult<Text, Value>(
  { compute, append }: Continuation<Text, Value>,
  known: KnownResult,
  texts: readonly Text[],
): Value {
  const value = known.value as Value;
  return known.length === texts.length ? value : (append(value, texts, known.length) ?? compute(texts));
}

/**
 * A list of texts that never changes, with what was computed from it. The results live as long as the list, and those of a growing one as
 * long as any list that was made of it: a cache that evicts the lists drops them, too.
 */
export class TextList<Text = unknown> {
  private readonly results = new Map<unknown, unknown>();

  constructor(
    readonly texts: readonly Text[],
    private readonly growth: TextGrowth<Text> | null = null,
  ) {}

  /** A list to which texts are likely to be appended. */
  static growing<Text>(texts: readonly Text[]): TextList<Text> {
    return new TextList(texts, new TextGrowth(texts));
  }

  get length(): number {
    return this.texts.length;
  }

  /** A list of these texts and others after them. It continues the results of this one, unless other texts were appended to this before. */
  append(others: readonly Text[]): TextList<Text> {
    if (others.length === 0) return this;
    const { texts, growth } = this;
    const all = texts.concat(others);
    if (growth?.longest.length !== texts.length) return TextList.growing(all);
    growth.longest = all;
    return new TextList(all, growth);
  }

  /** The texts that were appended to this list already, in another list that shares its results. */
  get appended(): readonly Text[] {
    return this.growth?.longest.slice(this.length) ?? [];
  }

  /** This list and the first so many of the texts that were {@link appended} to it already. */
  extend(count: number): TextList<Text> {
    const { growth, length } = this;
    return growth && count > 0 ? new TextList(growth.longest.slice(0, length + count), growth) : this;
  }

  /** The first `length` texts. */
  prefix(length: number): TextList<Text> {
    return length >= this.length ? this : new TextList(this.texts.slice(0, length), this.growth);
  }

  /** The result of `compute` for these texts, computed at the first call. */
  once<Value>(compute: (texts: readonly Text[]) => Value): Value {
    return this.remember(compute, () => compute(this.texts));
  }

  /** The same for a result that is continued from the lists that this one was appended to. */
  continued<Value>(continuation: Continuation<Text, Value>): Value {
    const { growth, texts } = this;
    return this.remember(continuation, () => growth?.find(continuation, texts) ?? continuation.compute(texts));
  }

  private remember<Value>(key: unknown, compute: () => Value): Value {
    if (this.results.has(key)) return this.results.get(key) as Value;
    const value = compute();
    this.results.set(key, value);
    return value;
  }
}
