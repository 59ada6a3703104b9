/** What stands for every value beyond those that a label may have. */
export const OTHER_LABEL = 'other';

/** Keeps a label of a metric to so many values: the first ones stay themselves, all later ones are `other`. */
export class LabelLimiter {
  private readonly known = new Set<string>();

  constructor(private readonly most: number) {}

  limit(value: string): string {
    if (this.known.has(value)) return value;
    if (this.known.size >= this.most) return OTHER_LABEL;
    this.known.add(value);
    return value;
  }
}
