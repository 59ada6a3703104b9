import { schemaFields } from './schema-fields';

const kindOf = (schema: unknown): string | undefined => schemaFields({ properties: { it: schema } })[0]?.kind;

describe('a form for what a tool takes', () => {
  it.each([
    [{ type: 'string' }, 'text'],
    [{ type: 'string', maxLength: 40 }, 'text'],
    [{ type: 'string', maxLength: 4_000 }, 'long'],
    [{ type: 'number' }, 'number'],
    [{ type: 'integer', minimum: 1 }, 'number'],
    [{ type: 'boolean' }, 'yes-no'],
    [{ enum: ['a', 'b'] }, 'choice'],
    [{ type: 'string', enum: ['a'] }, 'choice'],
  ])('%j is typed in as %s', (schema, kind) => {
    expect(kindOf(schema)).toBe(kind);
  });

  it.each([
    [{ type: 'array', items: { type: 'string' } }],
    [{ type: 'object' }],
    [{ type: ['string', 'null'] }],
    [{ enum: [1, 2] }],
    [{ enum: ['', 'a'] }],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }],
    [{ $ref: '#/$defs/place' }],
    [{}],
    [true],
  ])('%j is a field of JSON', (schema) => {
    expect(kindOf(schema)).toBe('json');
  });

  it('has a field for each name, in order, with what is said of it and whether it is needed', () => {
    const schema = {
      type: 'object',
      properties: { sides: { type: 'integer', default: 6, description: 'Of each die.' }, 'a/b': { enum: ['x', 'y'] } },
      required: ['a/b'],
    };
    expect(schemaFields(schema)).toEqual([
      { pointer: '/sides', label: 'sides', kind: 'number', hint: 'Of each die.', defaultText: '6' },
      { pointer: '/a~1b', label: 'a/b', kind: 'choice', hint: 'Required.', choices: ['x', 'y'] },
    ]);
  });

  it.each([[{}], [{ type: 'object' }], [{ properties: [] }]])('has no fields where %j names none', (schema) => {
    expect(schemaFields(schema)).toEqual([]);
  });
});
