import { compileJsonCheck, findSchemaIssues } from './json-check';

const person = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' }, mood: { enum: ['good', 'bad'] } },
  required: ['name', 'age'],
  additionalProperties: false,
};

describe('a JSON Schema given at run time', () => {
  test('reports every issue, up to the requested number', () => {
    const value = { age: 'x', mood: 'so', more: 1 };
    const places = (most?: number): string[] =>
      compileJsonCheck(person)
        .issues(value, most)
        .map(({ path }) => path)
        .sort();
    expect(places()).toHaveLength(1);
    expect(places(8)).toEqual(['/age', '/mood', '/more', '/name']);
    expect(places(2)).toHaveLength(2);
    expect(compileJsonCheck(person).issues({ name: 'Ada', age: 36 }, 8)).toEqual([]);
  });

  test('names the allowed values', () => {
    expect(compileJsonCheck(person).issues({ name: 'Ada', age: 36, mood: 'so' })).toEqual([
      { path: '/mood', rule: 'enum', message: 'must be equal to one of the allowed values (good, bad)' },
    ]);
  });

  test('is compiled once for the same content', () => {
    expect(compileJsonCheck(structuredClone(person))).toBe(compileJsonCheck(person));
  });

  test('whose validation is not bounded is never compiled', () => {
    const schema = { $ref: 'https://example.com/s.json' };
    expect(findSchemaIssues(schema)).toMatchObject([{ path: '/$ref', rule: 'reference' }]);
    expect(() => compileJsonCheck(schema)).toThrow('The JSON Schema cannot be checked: /$ref refers to nothing');
  });

  test('accepts values as deep as JSON may be', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as unknown;
    expect(compileJsonCheck({ type: 'array' }).issues(deep)).toEqual([]);
  });

  test('is checked in bounded time, however many errors are requested', () => {
    const schema = { type: 'array', items: { type: 'object', required: ['a'] } };
    expect(compileJsonCheck(schema).issues(new Array<unknown>(90_000).fill({}), 8)).toHaveLength(1);
    expect(compileJsonCheck(schema).issues(new Array<unknown>(3_000_000).fill(1), 8)).toMatchObject([{ rule: 'work' }]);
  });
});
