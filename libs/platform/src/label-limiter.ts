/** Replaces every label value beyond the limit. */
export const OTHER_LABEL = 'other';

/** Limits the number of values of a metric label: the first ones are kept, all later ones become `other`. */
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
