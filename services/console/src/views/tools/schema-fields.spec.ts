import { schemaFields } from './schema-fields';

const kindOf = (schema: unknown): string | undefined => schemaFields({ properties: { it: schema } })[0]?.kind;

describe('schemaFields', () => {
  it.each([
    [{ type: 'string' }, 'text'],
    [{ type: 'string', maxLength: 40 }, 'text'],
    [{ type: 'string', maxLength: 4_000 }, 'long'],
    [{ type: 'number' }, 'number'],
    [{ type: 'integer', minimum: 1 }, 'number'],
    [{ type: 'boolean' }, 'yes-no'],
    [{ enum: ['a', 'b'] }, 'choice'],
    [{ type: 'string', enum: ['a'] }, 'choice'],
  ])('maps %j to a field of kind %s', (schema, kind) => {
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
  ])('maps %j to a JSON field', (schema) => {
    expect(kindOf(schema)).toBe('json');
  });

  it('returns a field per property, in order, with description, default and whether it is required', () => {
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

  it.each([[{}], [{ type: 'object' }], [{ properties: [] }]])(
    'returns no fields for %j, which has no properties',
    (schema) => {
      expect(schemaFields(schema)).toEqual([]);
    },
  );
});
