import { toDigits } from './digits';
import { CONSTANTS, factorial, FUNCTIONS, negative, OPERATIONS, parseNumber, type Value } from './numbers';
import { BadExpression, tokenize, type Token } from './tokens';

/**
 * Operator precedences: how strongly an operator binds its left operand; `right` is its binding to the right operand.
 */
const BINDING: ReadonlyMap<string, { readonly left: number; readonly right: number }> = new Map([
  ['+', { left: 1, right: 2 }],
  ['-', { left: 1, right: 2 }],
  ['*', { left: 3, right: 4 }],
  ['/', { left: 3, right: 4 }],
  ['%', { left: 3, right: 4 }],
  ['^', { left: 7, right: 6 }],
]);
const MINUS = 5;
const MOST_NESTED = 100;

/** A Pratt parser that computes while it parses, so no part of the expression is executed as code. */
class Parser {
  private at = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  parseAll(): Value {
    const value = this.parseBinary(0);
    const rest = this.next();
    if (rest.kind !== 'end') throw this.unexpected(rest, 'an operator or the end');
    return value;
  }

  /** A value with every operator that binds its left operand at least so strongly. */
  private parseBinary(binding: number): Value {
    this.depth += 1;
    if (this.depth > MOST_NESTED)
      throw new BadExpression(`The expression is nested more than ${MOST_NESTED} levels deep.`);
    let left = this.parsePostfix();
    for (let token = this.peek(); ; token = this.peek()) {
      const binds = token.kind === 'sign' ? BINDING.get(token.text) : undefined;
      if (!binds || binds.left < binding) break;
      this.next();
      left = (OPERATIONS[token.text] as (typeof OPERATIONS)[string])(left, this.parseBinary(binds.right));
    }
    this.depth -= 1;
    return left;
  }

  private parsePostfix(): Value {
    let value = this.parsePrimary();
    while (this.skip('!')) value = factorial(value);
    return value;
  }

  /** A number, a constant, a call of a function, a value with a sign before it, or one in parentheses. */
  private parsePrimary(): Value {
    const token = this.next();
    if (token.kind === 'number') return parseNumber(token.text);
    if (token.kind === 'name') return this.parseName(token);
    if (token.text === '-' && token.kind === 'sign') return negative(this.parseBinary(MINUS));
    if (token.text === '+' && token.kind === 'sign') return this.parseBinary(MINUS);
    if (token.text !== '(') throw this.unexpected(token, 'a number');
    const value = this.parseBinary(0);
    this.expect(')');
    return value;
  }

  private parseName({ text, at }: Token): Value {
    const constant = CONSTANTS.get(text);
    if (constant !== undefined) return constant;
    const callable = FUNCTIONS.get(text);
    if (!callable) throw new BadExpression(`${text} at character ${at} is not known. ${KNOWN}`);
    const values = this.parseArguments(text);
    if (values.length < callable.least || values.length > callable.most)
      throw new BadExpression(`${text} takes ${describeCount(callable)}, not ${values.length}.`);
    return callable.of(values);
  }

  private parseArguments(name: string): Value[] {
    this.expect('(', `${name} is a function: `);
    const values = [this.parseBinary(0)];
    while (this.skip(',')) values.push(this.parseBinary(0));
    this.expect(')');
    return values;
  }

  private peek(): Token {
    return this.tokens[this.at] as Token;
  }

  private next(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.at += 1;
    return token;
  }

  /** Moves past this sign; false where the next token is another one. */
  private skip(sign: string): boolean {
    const token = this.peek();
    if (token.kind !== 'sign' || token.text !== sign) return false;
    this.at += 1;
    return true;
  }

  private expect(sign: string, why = ''): void {
    if (!this.skip(sign)) throw this.unexpected(this.peek(), `"${sign}"`, why);
  }

  private unexpected({ kind, text, at }: Token, wanted: string, why = ''): BadExpression {
    const what = kind === 'end' ? 'the expression ends' : `there is "${text}"`;
    return new BadExpression(`${why}at character ${at} ${what} where ${wanted} is expected.`);
  }
}

const describeCount = ({ least, most }: { least: number; most: number }): string =>
  least === most ? `${least} value` : `${least} to ${most} values`;

const KNOWN = `There are ${[...FUNCTIONS.keys()].join(', ')} and ${[...CONSTANTS.keys()].join(', ')}.`;

/** The value of an expression in digits. Throws BadExpression, which states the error and its position. */
export function calculate(expression: string): string {
  return toDigits(new Parser(tokenize(expression)).parseAll());
}
