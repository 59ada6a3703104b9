import fc from 'fast-check';
import type { SchemaDefV1 } from '@crumbtrail/contracts';
import { compileDefinition } from './compile-definition';
import { incompatibilities } from './incompatibilities';

type Json = Record<string, unknown>;

const def = (schema: Json): SchemaDefV1 => ({ defines: 'note.v1', schema, examples: [{}] });
const paths = (old: Json, now: Json): string[] => incompatibilities(def(old), def(now)).map(({ path }) => path);
const note = {
  type: 'object',
  properties: { body: { type: 'string' }, kind: { enum: ['a', 'b'] }, n: { type: 'integer', minimum: 1 } },
  required: ['body'],
};
const withProperty = (name: string, schema: unknown): Json => ({
  ...note,
  properties: { ...note.properties, [name]: schema },
});

describe('incompatibilities', () => {
  test.each<[string, Json, Json]>([
    ['an additional optional property', note, withProperty('more', { type: 'string' })],
    ['a description', note, { ...note, description: 'notes' }],
    ['an additional enum value', note, withProperty('kind', { enum: ['a', 'b', 'c'] })],
    ['an additional type', note, withProperty('body', { type: ['string', 'null'] })],
    ['a change from integer to number', note, withProperty('n', { type: 'number', minimum: 0 })],
    ['no required properties', note, { ...note, required: [] }],
    [
      'the same schema through a $ref',
      note,
      { ...withProperty('body', { $ref: '#/$defs/b' }), $defs: { b: { type: 'string' } } },
    ],
    ['a removed pattern', withProperty('body', { pattern: '^a' }), withProperty('body', {})],
    ['an additional branch', { anyOf: [{ required: ['a'] }] }, { anyOf: [{ required: ['b'] }, { required: ['a'] }] }],
  ])('returns no incompatibilities for %s', (_what, old, now) => {
    expect(paths(old, now)).toEqual([]);
  });

  test.each<[string, Json, string]>([
    ['a removed property', { ...note, properties: { body: { type: 'string' } } }, '/schema/properties/kind'],
    ['another type', withProperty('body', { type: 'number' }), '/schema/properties/body/type'],
    [
      'a new type constraint',
      withProperty('kind', { type: 'string', enum: ['a', 'b'] }),
      '/schema/properties/kind/type',
    ],
    ['a removed enum value', withProperty('kind', { enum: ['a'] }), '/schema/properties/kind/enum'],
    ['an additional required property', { ...note, required: ['body', 'n'] }, '/schema/required'],
    ['a tighter bound', withProperty('n', { type: 'integer', minimum: 2 }), '/schema/properties/n/minimum'],
    ['a new bound', withProperty('body', { type: 'string', maxLength: 9 }), '/schema/properties/body/maxLength'],
    ['a new pattern', withProperty('body', { type: 'string', pattern: '^a' }), '/schema/properties/body/pattern'],
    ['forbidden additional properties', { ...note, additionalProperties: false }, '/schema/additionalProperties'],
    ['a new condition', { ...note, if: { required: ['n'] }, then: { required: ['kind'] } }, '/schema/if'],
    ['a property that accepts no value', withProperty('body', false), '/schema/properties/body'],
  ])('returns the path and a remedy for %s', (_what, now, path) => {
    expect(incompatibilities(def(note), def(now))).toEqual(
      expect.arrayContaining([{ path, rule: 'compatible', message: expect.stringContaining('note.v2') }]),
    );
  });

  const leaf = fc.record(
    {
      type: fc.constantFrom('string', 'integer', 'number', 'boolean', ['string', 'null']),
      enum: fc.constantFrom(['a'], ['a', 'b'], [1, 'a'], [null, 1]),
      minimum: fc.integer({ min: 0, max: 3 }),
      maxLength: fc.integer({ min: 0, max: 2 }),
      pattern: fc.constantFrom('^a', 'b'),
    },
    { requiredKeys: [] },
  );
  const names = ['p', 'q'];
  const object = fc.record(
    {
      properties: fc.dictionary(fc.constantFrom(...names), leaf, { minKeys: 1, noNullPrototype: true }),
      required: fc.uniqueArray(fc.constantFrom(...names)),
      anyOf: fc.array(fc.record({ required: fc.uniqueArray(fc.constantFrom(...names)) }), {
        minLength: 1,
        maxLength: 2,
      }),
    },
    { requiredKeys: ['properties'] },
  );
  const value = fc.constantFrom<unknown>('', 'a', 'b', 'abc', 0, 1, 2.5, 5, true, null);
  const payload = fc.dictionary(fc.constantFrom(...names), value, { noNullPrototype: true });

  test('if there are none, every payload that the old schema described and accepted is still valid', () => {
    fc.assert(
      fc.property(object, object, fc.array(payload, { maxLength: 20 }), (old, now, payloads) => {
        if (incompatibilities(def(old), def(now)).length > 0) return;
        const described = payloads.filter((one) => Object.keys(one).every((key) => key in old.properties));
        const [before, after] = [old, now].map((schema) => compileDefinition(def(schema)));
        for (const one of described)
          if (before?.validate(one).length === 0) expect([one, after?.validate(one)]).toEqual([one, []]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('returns no incompatibilities for a schema and itself', () => {
    fc.assert(fc.property(object, (schema) => expect(paths(schema, structuredClone(schema))).toEqual([])));
  });
});
