/** Collects the parameters of one statement while its text is built. */
export class StatementParameters {
  /** `list` holds the parameters that the text has already. */
  constructor(readonly list: unknown[] = []) {}

  /** Adds a value of a Postgres type, and returns the placeholder that stands for it in the text, such as `$3::uuid`. */
  add(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }
}
