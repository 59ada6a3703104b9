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

const TOKEN =
  /\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_][A-Za-z0-9_]*)|(\*\*|[-+*/%^(),!×÷−]))/y;
/** Other spellings of signs. */
const SYNONYMS: Readonly<Record<string, string>> = { '**': '^', '×': '*', '÷': '/', '−': '-' };

const readToken = ([, number, name, sign = '']: RegExpExecArray): Omit<Token, 'at'> => {
  if (number !== undefined) return { kind: 'number', text: number };
  if (name !== undefined) return { kind: 'name', text: name };
  return { kind: 'sign', text: SYNONYMS[sign] ?? sign };
};

/** The tokens of an expression, followed by an end token. Throws BadExpression at the first invalid character. */
export function tokenize(expression: string): Token[] {
  const found: Token[] = [];
  const text = expression.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) {
      const at = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
      throw new BadExpression(
        `"${String.fromCodePoint(text.codePointAt(at) as number)}" at character ${at + 1} is not part of an expression.`,
      );
    }
    const token = readToken(match);
    found.push({ ...token, at: TOKEN.lastIndex - match[0].trimStart().length + 1 });
  }
  return [...found, { kind: 'end', text: 'the end', at: text.length + 1 }];
}
