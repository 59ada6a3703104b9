import { escapeSegment } from './json-pointer';

const SPACE = /\s/;

/** Records where each value of a valid JSON text starts. */
class JsonOffsets {
  readonly starts = new Map<string, number>();
  private at = 0;

  constructor(private readonly text: string) {}

  value(path: string): void {
    this.space();
    this.starts.set(path, this.at);
    const first = this.text[this.at];
    if (first === '{') this.members(path);
    else if (first === '[') this.elements(path);
    else if (first === '"') this.string();
    else while (this.at < this.text.length && !/[\s,\]}]/.test(this.text[this.at] as string)) this.at += 1;
  }

  private members(path: string): void {
    for (this.open(); !this.closes('}'); this.comma()) {
      const key = JSON.parse(this.string()) as string;
      this.space();
      this.at += 1;
      this.value(`${path}/${escapeSegment(key)}`);
    }
  }

  private elements(path: string): void {
    let index = 0;
    for (this.open(); !this.closes(']'); this.comma()) this.value(`${path}/${index++}`);
  }

  private open(): void {
    this.at += 1;
  }

  private closes(end: string): boolean {
    this.space();
    if (this.text[this.at] !== end) return false;
    this.at += 1;
    return true;
  }

  private comma(): void {
    this.space();
    if (this.text[this.at] === ',') this.at += 1;
    this.space();
  }

  private string(): string {
    const from = this.at;
    this.at += 1;
    while (this.text[this.at] !== '"') this.at += this.text[this.at] === '\\' ? 2 : 1;
    this.at += 1;
    return this.text.slice(from, this.at);
  }

  private space(): void {
    while (this.at < this.text.length && SPACE.test(this.text[this.at] as string)) this.at += 1;
  }
}

/** The offset of the value at a JSON pointer in a valid JSON text; for a missing value, the offset of its parent. */
export function findOffset(text: string, pointer: string): number {
  const places = new JsonOffsets(text);
  places.value('');
  for (let path = pointer; ; path = path.slice(0, path.lastIndexOf('/'))) {
    const start = places.starts.get(path);
    if (start !== undefined) return start;
    if (path === '') return 0;
  }
}

/** The line number of an offset, starting at 1. */
export const findLine = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
