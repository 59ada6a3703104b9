import { CONSTANTS, factorial, FUNCTIONS, inDigits, negative, OPERATIONS, type Value } from './numbers';
import { BadExpression, type Token, tokens } from './tokens';

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
class Reader {
  private at = 0;
  private depth = 0;

  constructor(private readonly words: readonly Token[]) {}

  whole(): Value {
    const value = this.value(0);
    const rest = this.next();
    if (rest.kind !== 'end') throw this.unexpected(rest, 'an operator or the end');
    return value;
  }

  private value(binding: number): Value {
    this.depth += 1;
    if (this.depth > MOST_NESTED)
      throw new BadExpression(`The expression is nested more than ${MOST_NESTED} levels deep.`);
    let left = this.first();
    for (let word = this.peek(); ; word = this.peek()) {
      const binds = word.kind === 'sign' ? BINDING.get(word.text) : undefined;
      if (!binds || binds.left < binding) break;
      this.next();
      left = (OPERATIONS[word.text] as (typeof OPERATIONS)[string])(left, this.value(binds.right));
    }
    this.depth -= 1;
    return left;
  }

  private first(): Value {
    let value = this.bare();
    while (this.takes('!')) value = factorial(value);
    return value;
  }

  private bare(): Value {
    const word = this.next();
    if (word.kind === 'number') return numberOf(word.text);
    if (word.kind === 'name') return this.named(word);
    if (word.text === '-' && word.kind === 'sign') return negative(this.value(MINUS));
    if (word.text === '+' && word.kind === 'sign') return this.value(MINUS);
    if (word.text !== '(') throw this.unexpected(word, 'a number');
    const value = this.value(0);
    this.expect(')');
    return value;
  }

  private named(word: Token): Value {
    const constant = CONSTANTS.get(word.text);
    if (constant !== undefined) return constant;
    const callable = FUNCTIONS.get(word.text);
    if (!callable) throw new BadExpression(`${word.text} at character ${word.at} is not known. ${KNOWN}`);
    const values = this.list(word.text);
    if (values.length < callable.least || values.length > callable.most)
      throw new BadExpression(`${word.text} takes ${describeCount(callable)}, not ${values.length}.`);
    return callable.of(values);
  }

  private list(name: string): Value[] {
    this.expect('(', `${name} is a function: `);
    const values = [this.value(0)];
    while (this.takes(',')) values.push(this.value(0));
    this.expect(')');
    return values;
  }

  private peek(): Token {
    return this.words[this.at] as Token;
  }

  private next(): Token {
    const word = this.peek();
    if (word.kind !== 'end') this.at += 1;
    return word;
  }

  private takes(sign: string): boolean {
    const word = this.peek();
    if (word.kind !== 'sign' || word.text !== sign) return false;
    this.at += 1;
    return true;
  }

  private expect(sign: string, why = ''): void {
    if (!this.takes(sign)) throw this.unexpected(this.peek(), `"${sign}"`, why);
  }

  private unexpected({ kind, text, at }: Token, wanted: string, why = ''): BadExpression {
    const what = kind === 'end' ? 'the expression ends' : `there is "${text}"`;
    return new BadExpression(`${why}at character ${at} ${what} where ${wanted} is expected.`);
  }
}

const describeCount = ({ least, most }: { least: number; most: number }): string =>
  least === most ? `${least} value` : `${least} to ${most} values`;

const KNOWN = `There are ${[...FUNCTIONS.keys()].join(', ')} and ${[...CONSTANTS.keys()].join(', ')}.`;

function numberOf(text: string): Value {
  if (/^\d+$/.test(text)) return BigInt(text);
  const value = Number(text);
  if (!Number.isFinite(value)) throw new BadExpression(`${text} is too large.`);
  return Number.isSafeInteger(value) ? BigInt(value) : value;
}

/** The value of an expression in digits. Throws BadExpression, which states the error and its position. */
export function calculate(expression: string): string {
  return inDigits(new Reader(tokens(expression)).whole());
}
