import fc from 'fast-check';
import { findUnsafe, MAX_DEPTH } from './json-safety';

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

describe('findUnsafe', () => {
  it('accepts JSON that Postgres stores unchanged', () => {
    expect(findUnsafe({ a: ['ü', '😀', { b: null, c: 1e300 }] })).toBeNull();
    expect(findUnsafe(nested(MAX_DEPTH))).toBeNull();
  });

  it.each([
    ['one level too deep', nested(MAX_DEPTH + 1), 'max-depth'],
    ['20,000 levels deep', nested(20_000), 'max-depth'],
    ['U+0000 in a value', { a: 'x\u0000' }, 'no-nul'],
    ['U+0000 in a key', { 'a\u0000': 1 }, 'no-nul'],
    ['half a surrogate pair', { a: ['\ud83d'] }, 'well-formed'],
    ['__proto__ as a key', JSON.parse('{"a":{"__proto__":{"x":1}}}'), 'no-prototype-keys'],
  ])('refuses %s', (_title, value, rule) => {
    expect(findUnsafe(value)?.rule).toBe(rule);
  });

  it('reports the place as a JSON pointer', () => {
    expect(findUnsafe({ 'a/b': [0, { 'c~': '\u0000' }] })?.path).toBe('/a~1b/1/c~0');
  });

  it('never refuses shallow JSON of well-formed text without NUL', () => {
    const key = fc.string({ unit: 'binary' }).filter((k) => !k.includes('\u0000') && k !== '__proto__');
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue({ maxDepth: 5 })), (value) => {
        const issue = findUnsafe(value);
        return (
          issue === null || JSON.stringify(value).includes('\\u0000') || JSON.stringify(value).includes('__proto__')
        );
      }),
    );
  });
});
