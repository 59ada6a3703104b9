/** How often each stem occurs in a text. A `Map` is one. */
export interface TextStems {
  /** How many different stems there are. */
  readonly size: number;
  get(stem: string): number | undefined;
  keys(): Iterable<string>;
  /** The values of all stems in a map that never loses or replaces any; null where it lacks one. */
  findValues?<Value>(map: ReadonlyMap<string, Value>): readonly Value[] | null;
}
