import { fieldCodecs } from './field-spec';
import { getAt, isEqualJson, isWithin, setAt } from './json-pointer';

describe('a payload under edit', () => {
  const value = { a: 1, model: { name: 'm', temperature: 0 }, 'x/y': 2 };

  it('is read and changed at a pointer, and the names stay in their order', () => {
    expect([getAt(value, '/model/name'), getAt(value, '/x~1y'), getAt(value, '/a/b'), getAt(value, '/no')]).toEqual([
      'm',
      2,
      undefined,
      undefined,
    ]);
    const changed = setAt(value, '/model/name', 'other');
    expect(JSON.stringify(changed)).toBe('{"a":1,"model":{"name":"other","temperature":0},"x/y":2}');
    expect(value.model.name).toBe('m');
  });

  it('makes what is not there yet, and takes away what is empty then', () => {
    const limited = setAt(value, '/limits/turn_seconds', 5);
    expect(limited['limits']).toEqual({ turn_seconds: 5 });
    expect(setAt(limited, '/limits/turn_seconds', undefined)).toEqual(value);
    expect(setAt(value, '/never/there', undefined)).toEqual(value);
  });

  it('knows which places are a field’s own', () => {
    expect(['/a', '/a/0/b', '/ab', ''].map((path) => isWithin(path, '/a'))).toEqual([true, true, false, false]);
  });

  it('is the same whatever the order of its names, and nothing else is', () => {
    expect(isEqualJson({ a: 1, b: [{}] }, { b: [{}], a: 1 })).toBe(true);
    for (const other of [{ a: 1 }, { a: 1, b: {} }, { a: 1, c: [{}] }, null, 'a'])
      expect(isEqualJson({ a: 1, b: [{}] }, other)).toBe(false);
  });
});

describe('what is typed in', () => {
  it.each([
    ['text', 'hello', 'hello'],
    ['text', '', undefined],
    ['number', ' 12.5 ', 12.5],
    ['number', '', undefined],
    ['number', 'a lot', 'a lot'],
    ['yes-no', 'false', false],
    ['lines', 'dice\n calculator,issues__*\n\n', ['dice', 'calculator', 'issues__*']],
    ['lines', ' \n', undefined],
    ['json', '[{"schema": "a.v1"}]', [{ schema: 'a.v1' }]],
    ['json', '[{', '[{'],
    ['json', ' ', undefined],
  ] as const)('as %s %j means %j', (kind, text, value) => {
    expect(fieldCodecs[kind].fromText(text)).toEqual(value);
  });

  it.each(['text', 'number', 'yes-no', 'lines', 'json'] as const)('as %s comes back as it was', (kind) => {
    const value = { text: 'a', number: 5, 'yes-no': true, lines: ['a', 'b'], json: { a: [1] } }[kind];
    expect(fieldCodecs[kind].fromText(fieldCodecs[kind].toText(value))).toEqual(value);
    expect(fieldCodecs[kind].toText(undefined)).toBe('');
  });
});
