import { fieldCodecs } from './field-spec';
import { getAt, isEqualJson, isWithin, setAt } from './json-pointer';

describe('JSON pointers', () => {
  const value = { a: 1, model: { name: 'm', temperature: 0 }, 'x/y': 2 };

  it('read and change a property, and keep the order of the others', () => {
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

  it('create missing objects, and remove objects that become empty', () => {
    const limited = setAt(value, '/limits/turn_seconds', 5);
    expect(limited['limits']).toEqual({ turn_seconds: 5 });
    expect(setAt(limited, '/limits/turn_seconds', undefined)).toEqual(value);
    expect(setAt(value, '/never/there', undefined)).toEqual(value);
  });

  it('tell whether a path is equal to or below a pointer', () => {
    expect(['/a', '/a/0/b', '/ab', ''].map((path) => isWithin(path, '/a'))).toEqual([true, true, false, false]);
  });

  it('isEqualJson ignores only the order of properties', () => {
    expect(isEqualJson({ a: 1, b: [{}] }, { b: [{}], a: 1 })).toBe(true);
    for (const other of [{ a: 1 }, { a: 1, b: {} }, { a: 1, c: [{}] }, null, 'a'])
      expect(isEqualJson({ a: 1, b: [{}] }, other)).toBe(false);
  });
});

describe('fieldCodecs', () => {
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
  ] as const)('parses the %s %j as %j', (kind, text, value) => {
    expect(fieldCodecs[kind].fromText(text)).toEqual(value);
  });

  it.each(['text', 'number', 'yes-no', 'lines', 'json'] as const)(
    'restores the value of a field of kind %s',
    (kind) => {
      const value = { text: 'a', number: 5, 'yes-no': true, lines: ['a', 'b'], json: { a: [1] } }[kind];
      expect(fieldCodecs[kind].fromText(fieldCodecs[kind].toText(value))).toEqual(value);
      expect(fieldCodecs[kind].toText(undefined)).toBe('');
    },
  );
});
