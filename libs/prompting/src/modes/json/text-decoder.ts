const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const LOST = '\uFFFD';

/**
 * Decodes the inside of a JSON string one UTF-16 unit at a time; the first half of a surrogate pair waits for the
 * second.
 */
export class JsonTextDecoder {
  private escape: string | undefined;
  private half = '';

  /** The text that this unit completes; undefined for the closing quotation mark. */
  take(unit: string): string | undefined {
    if (this.escape !== undefined) return this.unescape(this.escape + unit);
    if (unit === '"') return undefined;
    if (unit !== '\\') return this.give(unit);
    this.escape = '';
    return '';
  }

  /** The rest when the string ends. */
  end(): string {
    const left = this.half === '' ? '' : LOST;
    this.half = '';
    return left;
  }

  private unescape(begun: string): string {
    const isWhole = begun.startsWith('u') ? begun.length === 5 : true;
    this.escape = isWhole ? undefined : begun;
    if (!isWhole) return '';
    if (begun.length === 1) return this.give(ESCAPES[begun] ?? begun);
    return this.give(String.fromCharCode(Number.parseInt(begun.slice(1), 16) || 0));
  }

  private give(unit: string): string {
    // The store refuses U+0000, so it is not shown either.
    if (unit === '\u0000') return '';
    const before = this.half;
    this.half = '';
    if (/[\uDC00-\uDFFF]/.test(unit)) return before === '' ? LOST : before + unit;
    const lost = before === '' ? '' : LOST;
    if (!/[\uD800-\uDBFF]/.test(unit)) return lost + unit;
    this.half = unit;
    return lost;
  }
}
