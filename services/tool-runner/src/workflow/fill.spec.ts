import fc from 'fast-check';
import { fill, MissingValue, TooLong, valueAt } from './fill';
import { BadReference, escapeReferences, splitReferences, referencesIn } from './reference';

const outputs: Record<string, unknown> = {
  who: { name: 'Ann "the boss"\nO\'Neil', ages: [41, 7], spouse: null, 'odd key': { '}': true }, cost: 12.5 },
  text: 'costs $5 & $$ \\ and ${who.name}',
  none: null,
};

const fillValue = (value: unknown): unknown => fill(value, (reference) => valueAt(outputs[reference.step], reference));

describe('a text that is exactly one reference', () => {
  it.each([
    ['${who.cost}', 12.5],
    ['${who.ages}', [41, 7]],
    ['${who.ages[1]}', 7],
    ['${who.ages.1}', 7],
    ['${who["odd key"]["}"]}', true],
    ["${ who['odd key'] }", { '}': true }],
    ['${who.spouse}', null],
    ['${none}', null],
    ['${who}', outputs['who']],
  ])('%s becomes the referenced value, with its type', (text, value) => {
    expect(fillValue(text)).toEqual(value);
  });
});

describe('a text that contains references', () => {
  it('inserts texts as they are, including quotes and newlines, and anything else as JSON', () => {
    expect(fillValue('${who.name}: ${who.ages}, ${who.cost}, ${none}')).toBe(
      'Ann "the boss"\nO\'Neil: [41,7], 12.5, null',
    );
  });

  it('does not interpret inserted text', () => {
    expect(fillValue('<${text}>')).toBe('<costs $5 & $$ \\ and ${who.name}>');
  });

  it('keeps dollars, braces and backslashes that are not references', () => {
    const plain = 'a $ b $$ c {d} $5 $1 $& \\ \\n {{x}} #{y}';
    expect(fillValue(plain)).toBe(plain);
  });

  it('keeps a dollar or an escaped backslash before a reference', () => {
    expect(fillValue('$${who.cost}')).toBe('$12.5');
    expect(fillValue('C:\\\\${who.cost}')).toBe('C:\\12.5');
    expect(fillValue('\\${who.cost}')).toBe('${who.cost}');
  });
});

describe('references', () => {
  it('are resolved at any depth, but not in property names', () => {
    expect(fillValue({ a: [{ b: '${who.cost}' }], 'a\\${b}': 1, n: 3, t: true, z: null })).toEqual({
      a: [{ b: 12.5 }],
      'a${b}': 1,
      n: 3,
      t: true,
      z: null,
    });
    expect(() => referencesIn({ '${who}': 1 })).toThrow(BadReference);
  });

  it.each(['${', '${}', '${ }', '${1x}', '${a b}', '${a.}', '${a[x]}', '${a["x]}', '${a', '${a..b}'])(
    'are rejected as %s, quoting the text and the correct syntax',
    (text) => {
      expect(() => referencesIn({ deep: [text] })).toThrow(/is not a valid reference: write \$\{step\}/);
    },
  );

  it.each([
    ['${who.nme}', /\$\{who\.nme\} has no value: who is an object with name, ages, spouse, odd key, cost/],
    ['${who.ages[2]}', /who\.ages is a list of 2/],
    ['${who.ages.length}', /who\.ages is a list of 2/],
    ['${who.spouse.name}', /who\.spouse is null/],
    ['${text.length}', /text is a string/],
    ['${who.__proto__}', /has no value/],
    ['${who.constructor.name}', /has no value/],
  ])('to a missing value are reported by name: %s', (text, message) => {
    expect(() => fillValue(text)).toThrow(MissingValue);
    expect(() => fillValue(text)).toThrow(message);
  });

  it('cannot expand a value without limit', () => {
    const long = 'x'.repeat(100_000);
    expect(() => fill(['${a}', '${a}'], () => long)).toThrow(TooLong);
  });

  it('keep escaped text as it is', () => {
    const nasty = fc.stringMatching(/^[$\\{}a.[\]" \n]{0,20}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), nasty), (text) => {
        expect(splitReferences(escapeReferences(text)).join('')).toBe(text);
      }),
    );
  });

  it('return any JSON value with its type', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(fill({ v: ['${a.b}'] }, (reference) => valueAt({ b: value }, reference))).toEqual({ v: [value] });
      }),
    );
  });
});
