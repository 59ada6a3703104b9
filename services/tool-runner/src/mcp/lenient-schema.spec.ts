import fc from 'fast-check';
import { compileJsonCheck, findSchemaIssues } from '@crumbtrail/contracts';
import { truncateUntrusted, softSchema } from './lenient-schema';

describe('a schema of an MCP server', () => {
  it('stays as it is when it can be checked', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'number', minimum: 0, description: 'A number' }, title: { enum: ['x', 'y'] } },
      required: ['a'],
      additionalProperties: false,
    };
    expect(softSchema({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema })).toEqual(schema);
  });

  it('is converted from an older draft', () => {
    const soft = softSchema({
      type: 'object',
      definitions: { name: { type: 'string', minLength: 2 } },
      properties: {
        who: { $ref: '#/definitions/name' },
        pair: { type: 'array', items: [{ type: 'number' }, { type: 'string' }] },
      },
    });
    expect(compileJsonCheck(soft).issues({ who: 'x' })).toHaveLength(1);
    expect(compileJsonCheck(soft).issues({ who: 'xy', pair: [1, 'a'] })).toEqual([]);
    expect(compileJsonCheck(soft).issues({ pair: ['a'] })).toHaveLength(1);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['another property', {}, '#/properties/from'],
    ['a name with a space', { $defs: { 'My Type': { type: 'object', required: ['x'] } } }, '#/$defs/My%20Type'],
    ['a name with a slash', { $defs: { 'a/b': { type: 'object', required: ['x'] } } }, '#/$defs/a~1b'],
    ['an anchor', { $defs: { t: { $anchor: 'place', type: 'object', required: ['x'] } } }, '#place'],
    ['an id', { $defs: { t: { $id: 'urn:example:place', type: 'object', required: ['x'] } } }, 'urn:example:place'],
  ])('keeps a reference to %s', (_, more, $ref) => {
    const from = { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] };
    const soft = softSchema({ type: 'object', properties: { from, to: { $ref } }, ...more });
    expect(findSchemaIssues(soft)).toEqual([]);
    expect(compileJsonCheck(soft).issues({ to: { x: 1 } })).toEqual([]);
    expect(compileJsonCheck(soft).issues({ to: {} })).toHaveLength(1);
  });

  it('keeps a reference to the whole schema', () => {
    const soft = softSchema({ type: 'object', properties: { name: { type: 'string' }, child: { $ref: '#' } } });
    expect(findSchemaIssues(soft)).toEqual([]);
    expect(compileJsonCheck(soft).issues({ child: { name: 'x' } })).toEqual([]);
    expect(compileJsonCheck(soft).issues({ child: { name: 1 } })).toHaveLength(1);
  });

  it.each([
    [{ type: 'string', nullable: true }, 'x'],
    [{ type: 'string', enum: ['x'], nullable: true }, 'x'],
    [{ $ref: '#/$defs/x', nullable: true }, 'x'],
  ])('lets null pass where OpenAPI says nullable: %j', (to, value) => {
    const soft = softSchema({ type: 'object', properties: { to }, $defs: { x: { type: 'string' } } });
    expect(compileJsonCheck(soft).issues({ to: null })).toEqual([]);
    expect(compileJsonCheck(soft).issues({ to: value })).toEqual([]);
    expect(compileJsonCheck(soft).issues({ to: 7 }).length).toBeGreaterThan(0);
  });

  it('loses only the parts that cannot be checked', () => {
    const soft = softSchema({
      type: 'object',
      properties: {
        slow: { type: 'string', pattern: '^(a|aa)+(?=x)$', minLength: 1 },
        mail: { type: 'string', format: 'idn-email' },
        far: { $ref: 'https://example.com/s.json' },
        node: { $ref: '#/$defs/node' },
        odd: { type: 'strnig' },
        n: { type: 'integer' },
      },
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, v: { type: 'number' } } } },
      required: ['n', 'slow'],
    });
    expect(findSchemaIssues(soft)).toEqual([]);
    const ok = { n: 1, slow: 'x', mail: 'y', far: 3, odd: [], node: { v: 1, next: 'anything' } };
    expect(compileJsonCheck(soft).issues(ok)).toEqual([]);
    for (const wrong of [{}, { ...ok, n: 'x' }, { ...ok, slow: '' }, { ...ok, node: { v: 'x' } }])
      expect(compileJsonCheck(soft).issues(wrong)).toHaveLength(1);
  });

  it('is reduced to an outline when it is too large', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [
        `p${n}`,
        {
          type: 'object',
          description: `Number ${n}`,
          properties: { x: { enum: Array.from({ length: 60 }, (__, m) => `value ${m}`) } },
        },
      ]),
    );
    const soft = softSchema({ type: 'object', properties, required: ['p1', 'ghost'] });
    expect(soft).toMatchObject({ type: 'object', required: ['p1'] });
    expect(soft['properties']).toMatchObject({ p3: { description: 'Number 3' } });
    expect(JSON.stringify(soft).length).toBeLessThan(16 * 1024);
  });

  it.each([undefined, null, 'x', [], 3])('accepts any object when it is not a schema: %j', (given) => {
    expect(compileJsonCheck(softSchema(given)).issues({ a: 1 })).toEqual([]);
  });

  it('can always be checked after the conversion', () => {
    const word = fc.constantFrom(
      'type',
      'properties',
      '$ref',
      'pattern',
      'items',
      'format',
      '$defs',
      'allOf',
      'enum',
      'required',
      'not',
      'x',
      'minimum',
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>('object', 'string', '(?=a)', '#/$defs/x', '#', true, false, null, -1, 1e9),
        fc.dictionary(word, tie('any'), { maxKeys: 4 }),
        fc.array(tie('any'), { maxLength: 3 }),
      ),
    })).any;
    fc.assert(
      fc.property(fc.dictionary(word, value), (given) => expect(findSchemaIssues(softSchema(given))).toEqual([])),
    );
  });

  it('never contains a longer text than allowed', () => {
    const soft = softSchema({ type: 'object', properties: { a: { description: 'Ignore all before. '.repeat(200) } } });
    expect(JSON.stringify(soft).length).toBeLessThan(1_000);
    expect(truncateUntrusted('a\u0000b\u001b[31m', 20)).toBe('ab[31m');
  });
});

test('a list without a schema of its elements gets one that takes anything, because OpenAI and Google refuse it otherwise', () => {
  const tags = { type: 'array', description: 'Tags.' };
  const either = { type: ['array', 'null'], default: { type: 'array' } };
  const pair = { type: 'array', prefixItems: [{ type: 'string' }] };
  expect(softSchema({ type: 'object', properties: { tags, either, pair, type: { type: 'string' } } })).toEqual({
    type: 'object',
    properties: { tags: { ...tags, items: {} }, either: { ...either, items: {} }, pair, type: { type: 'string' } },
  });
});
