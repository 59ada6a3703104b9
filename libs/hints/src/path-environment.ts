import { jsonpath } from 'json-p3';
import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';

type Query = ReturnType<typeof jsonpath.compile>;
type EnvironmentOptions = ConstructorParameters<typeof jsonpath.JSONPathEnvironment>[0];

/** Longest regular expression of a path, in characters. */
const MAX_PATTERN = 500;
/** Most instructions of a compiled regular expression: repetitions are written out. */
const MAX_INSTRUCTIONS = 5_000;

/** Shared by the process: see docs/decisions/0030. Null: it is no regular expression, or one that is too large. */
const patterns = new LRUCache<string, { readonly compiled: RE2JS | null }>({ max: 500 });

function compilePattern(pattern: string): RE2JS | null {
  const known = patterns.get(pattern);
  if (known) return known.compiled;
  const compiled = compileLinear(pattern);
  patterns.set(pattern, { compiled });
  return compiled;
}

/** A regular expression of RFC 9485, matched by RE2 in time linear in the text. */
function compileLinear(pattern: string): RE2JS | null {
  if (pattern.length > MAX_PATTERN) return null;
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return compiled.programSize() > MAX_INSTRUCTIONS ? null : compiled;
  } catch {
    return null;
  }
}

/** `match()` and `search()` of RFC 9535: false for anything but two texts, and for what is no regular expression. json-p3's own are matched by backtracking, and read `null` as a text. */
const regexFunction = (test: (compiled: RE2JS, text: string) => boolean) => ({
  argTypes: [jsonpath.FunctionExpressionType.ValueType, jsonpath.FunctionExpressionType.ValueType],
  returnType: jsonpath.FunctionExpressionType.LogicalType,
  call: (text: unknown, pattern: unknown): boolean => {
    const compiled = typeof text === 'string' && typeof pattern === 'string' ? compilePattern(pattern) : null;
    return compiled !== null && test(compiled, text as string);
  },
});

/** A text in quotation marks, which stays; or a number from 0 to 1, which json-p3 2.3.1 takes for the number 0 with something behind it. */
const TEXT_OR_FRACTION = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<![\w.$@])0\.(\d+)(?:[eE]([+-]?\d+))?(?!\w)/gs;

/** The same path with numbers such as `0.5` written as `5e-1`. */
const writeFractions = (path: string): string =>
  path.replace(TEXT_OR_FRACTION, (written, decimals?: string, exponent = '0') =>
    decimals === undefined ? written : writeFraction(BigInt(decimals), Number(exponent) - decimals.length),
  );

const writeFraction = (digits: bigint, exponent: number): string => (digits === 0n ? '0' : `${digits}e${exponent}`);

/** Compiles JSONPaths of RFC 9535, with regular expressions in linear time. */
export class PathEnvironment {
  private readonly environment: InstanceType<typeof jsonpath.JSONPathEnvironment>;

  constructor(options: EnvironmentOptions = {}) {
    this.environment = new jsonpath.JSONPathEnvironment(options);
    this.environment.functionRegister.set(
      'match',
      regexFunction((compiled, text) => compiled.matcher(text).matches()),
    );
    this.environment.functionRegister.set(
      'search',
      regexFunction((compiled, text) => compiled.matcher(text).find()),
    );
  }

  /** Throws a SyntaxError, or an error of json-p3, for what is no path. */
  compile(path: string): Query {
    return this.environment.compile(writeFractions(path));
  }
}
