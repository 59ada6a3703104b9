/** The end of the string that begins at `from`, behind its closing quote. */
function stringEnd(json: string, from: number): number {
  for (let at = json.indexOf('"', from + 1); ; at = json.indexOf('"', at + 1)) {
    let slashes = 0;
    while (json[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
}

/** The end of the number that begins at `from`. By character: a regex overflows the stack on megabytes of digits. */
function numberEnd(json: string, from: number): number {
  let end = from;
  while (end < json.length && '+-.eE0123456789'.includes(json[end] as string)) end += 1;
  return end;
}

/** Would this number be stored as another one? Too large, too small, or an integer with more digits than a double holds. */
function isChanged(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return true;
  if (value === 0) return /[1-9]/.test(text.split(/e/i)[0] as string);
  if (Number.isSafeInteger(value) || !/^-?\d+$/.test(text)) return false;
  // Written again, some doubles have other digits than they hold, and these are the digits of the text.
  return String(value) !== text && BigInt(value) !== BigInt(text);
}

const isNumberStart = (character: string): boolean => character === '-' || (character >= '0' && character <= '9');

/** Reads valid JSON from the left, and knows the keys of the objects that are open. */
class JsonScan {
  private at = 0;
  private readonly open: Set<string>[] = [];

  constructor(private readonly json: string) {}

  next(): string | null {
    const character = this.json[this.at] as string;
    if (character === '"') return this.string();
    if (isNumberStart(character)) return this.number();
    if (character === '{' || character === '[') this.open.push(new Set());
    if (character === '}' || character === ']') this.open.pop();
    this.at += 1;
    return null;
  }

  get isOver(): boolean {
    return this.at >= this.json.length;
  }

  private string(): string | null {
    const from = this.at;
    this.at = stringEnd(this.json, from);
    let next = this.at;
    while (' \t\r\n'.includes(this.json[next] ?? '"')) next += 1;
    if (this.json[next] !== ':') return null;
    const key = JSON.parse(this.json.slice(from, this.at)) as string;
    const keys = this.open.at(-1) as Set<string>;
    if (keys.has(key))
      return `The key "${key.slice(0, 80)}" is there twice in one object; only one of them could be kept.`;
    keys.add(key);
    return null;
  }

  private number(): string | null {
    const text = this.json.slice(this.at, numberEnd(this.json, this.at));
    this.at += text.length;
    if (!isChanged(text)) return null;
    return `The number ${text.slice(0, 40)} cannot be kept exactly as JSON numbers are stored here (64-bit floating point); send it as a string.`;
  }
}

/** Says what in valid JSON would be changed in silence by parsing it; null if nothing would. */
export function findUnfaithful(json: string): string | null {
  const scan = new JsonScan(json);
  while (!scan.isOver) {
    const found = scan.next();
    if (found !== null) return found;
  }
  return null;
}
