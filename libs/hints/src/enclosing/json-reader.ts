import type { JsonPlace } from '@crumbtrail/contracts';

/** A value with more levels is not followed. */
const MOST_LEVELS = 64;
/** Longer keys are cut. */
const MOST_OF_KEY = 80;

const TOKEN = /[^\S\n]+|"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|(?:true|false|null|-?\d[\d.eE+-]*)(?![\w.])/y;
/** What people write besides JSON: comments, an ellipsis, strings in single quotes, names without quotes, and numbers of JSON5. */
const LOOSE =
  /\/\/.*|\/\*(?:[^*]|\*(?!\/))*\*\/|\.{3}|…|'[^'\\]*(?:\\.[^'\\]*)*'|[A-Za-z_$][\w$-]*(?=\s*:)|[+-]?(?:Infinity|NaN|0x[\da-fA-F]+|\.\d+|\+\d[\d.eE+-]*)(?![\w.])/y;
/** A value that is no string, and a string or a name. */
const VALUE = /^(?:true|false|null|[+-]?(?:Infinity|NaN|\.?\d.*))$/;
const NAME = /^["'A-Za-z_$]/;
/** The rest of a line in which a string begins that does not end. */
const OPEN_STRING = /"([^"\\]*(?:\\.[^"\\]*)*)\\?$/y;
const STRING_END = /^[^"\\]*(?:\\.[^"\\]*)*"/;
const JSON_START = /^\s*(?:\{\s*(?:["'}]|\/[/*]|$)|\[\s*(?:[{["\]]|-?\d|$))/;

/** Whether a JSON object or array may begin with this line. */
export const startsJson = (line: string): boolean => JSON_START.test(line);

function decodeKey(string: string): string {
  if (/^[A-Za-z_$]/.test(string)) return string.slice(0, MOST_OF_KEY);
  try {
    return (JSON.parse(string) as string).slice(0, MOST_OF_KEY);
  } catch {
    return string.slice(1, -1).slice(0, MOST_OF_KEY);
  }
}

/** Follows a JSON object or array line by line, and knows the path to where it is. It is over at the end of the value, and at anything else than JSON. */
export class JsonReader {
  private readonly path: (string | number | null)[];
  /** The beginning of the string that the last line did not end. */
  private string: string | undefined;
  private isLoose: boolean;

  /** @param place where to go on; default before a value */
  constructor({ path, string, loose }: JsonPlace = { path: [] }) {
    this.path = [...path];
    this.string = string;
    this.isLoose = loose === true;
  }

  /** Undefined where the value has ended. */
  get place(): JsonPlace | undefined {
    if (this.path.length === 0) return undefined;
    return {
      path: [...this.path],
      ...(this.string === undefined ? {} : { string: this.string }),
      ...(this.isLoose ? { loose: true } : {}),
    };
  }

  /** Whether a line ended inside a string. Only the end of a piece of the text may do that. */
  get isInString(): boolean {
    return this.string !== undefined;
  }

  /** Reads a line; returns false if the value has ended or the line is not JSON. */
  readLine(line: string): boolean {
    let at = this.string === undefined ? 0 : this.endString(line);
    while (at < line.length) {
      TOKEN.lastIndex = at;
      const token = TOKEN.exec(line)?.[0] ?? this.readLoose(line, at);
      if (token === undefined) return this.openString(line, at);
      at += token.length;
      if (!this.readToken(token)) return this.stop();
    }
    return true;
  }

  /** Reads a token that JSON5 or JSON with comments allow besides JSON; undefined where there is none. */
  private readLoose(line: string, at: number): string | undefined {
    LOOSE.lastIndex = at;
    const found = this.path.length === 0 ? undefined : LOOSE.exec(line)?.[0];
    if (found !== undefined) this.isLoose = true;
    return found;
  }

  /** The position after the string that an earlier piece began; the end of the line where it goes on. */
  private endString(line: string): number {
    const end = STRING_END.exec(line)?.[0];
    if (end === undefined) return line.length;
    const whole = `"${this.string ?? ''} ${end}`;
    this.string = undefined;
    this.readString(whole);
    return end.length;
  }

  private openString(line: string, at: number): boolean {
    OPEN_STRING.lastIndex = at;
    const begun = OPEN_STRING.exec(line)?.[1];
    if (begun === undefined || this.path.length === 0) return this.stop();
    this.string = begun.slice(0, MOST_OF_KEY);
    return true;
  }

  /** Reads a token; false where the value has ended. */
  private readToken(token: string): boolean {
    if (token === '}' || token === ']') return this.close(token);
    if (token === '{' || token === '[') this.path.push(token === '{' ? null : 0);
    else if (token === ',') this.nextElement();
    else if (VALUE.test(token)) this.endValue();
    else if (NAME.test(token)) this.readString(token);
    return this.path.length > 0 && this.path.length <= MOST_LEVELS;
  }

  private get last(): string | number | null | undefined {
    return this.path.at(-1);
  }

  private readString(string: string): void {
    if (this.last === null) this.path[this.path.length - 1] = decodeKey(string);
    else this.endValue();
  }

  /** After its value a key is over: what follows is in the object only. */
  private endValue(): void {
    if (typeof this.last === 'string') this.path[this.path.length - 1] = null;
  }

  private nextElement(): void {
    if (typeof this.last === 'number') this.path[this.path.length - 1] = this.last + 1;
  }

  private close(bracket: string): boolean {
    const isArray = typeof this.last === 'number';
    if (isArray !== (bracket === ']')) return false;
    this.path.pop();
    this.endValue();
    return this.path.length > 0;
  }

  private stop(): boolean {
    this.path.length = 0;
    this.string = undefined;
    return false;
  }
}
