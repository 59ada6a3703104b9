/** One token of an expression with its position, counted from 1. */
export interface Token {
  readonly kind: 'number' | 'name' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

/** What is wrong with an expression, and where. */
export class BadExpression extends Error {
  override readonly name = 'BadExpression';
}

const WORDS =
  /\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_][A-Za-z0-9_]*)|(\*\*|[-+*/%^(),!×÷−]))/y;
const SAME: Readonly<Record<string, string>> = { '**': '^', '×': '*', '÷': '/', '−': '-' };

const wordOf = ([, number, name, sign = '']: RegExpExecArray): Omit<Token, 'at'> => {
  if (number !== undefined) return { kind: 'number', text: number };
  if (name !== undefined) return { kind: 'name', text: name };
  return { kind: 'sign', text: SAME[sign] ?? sign };
};

/** The tokens of an expression, followed by an end token. Throws BadExpression at the first invalid character. */
export function tokens(expression: string): Token[] {
  const found: Token[] = [];
  const text = expression.trimEnd();
  WORDS.lastIndex = 0;
  while (WORDS.lastIndex < text.length) {
    const from = WORDS.lastIndex;
    const match = WORDS.exec(text);
    if (!match) {
      const at = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
      throw new BadExpression(
        `"${String.fromCodePoint(text.codePointAt(at) as number)}" at character ${at + 1} is not part of an expression.`,
      );
    }
    const word = wordOf(match);
    found.push({ ...word, at: WORDS.lastIndex - match[0].trimStart().length + 1 });
  }
  return [...found, { kind: 'end', text: 'the end', at: text.length + 1 }];
}
