import { mergeHints } from './merge-hints';

describe('mergeHints', () => {
  const schema = {
    include: ['$.a'],
    exclude: ['$.b'],
    template: '{{a}}',
    transform: { x: { type: 'literal' as const, literal: 1 }, y: { type: 'literal' as const, literal: 2 } },
  };

  test('schema-level hints count, and a crumb’s own win key by key, not all for all', () => {
    expect(mergeHints(schema, null)).toEqual(schema);
    expect(mergeHints(schema, { include: ['$.c'] })).toEqual({ ...schema, include: ['$.c'] });
    expect(mergeHints({}, { mode: 'merge' })).toEqual({ mode: 'merge' });
  });

  test('merges transforms rule by rule', () => {
    const own = { transform: { y: { type: 'extract' as const, value: '$.y' } } };
    expect(mergeHints(schema, own).transform).toEqual({ x: schema.transform.x, y: own.transform.y });
  });

  test('a crumb that says a template or a format says it in place of both', () => {
    expect(mergeHints(schema, { format: 'none' })).not.toHaveProperty('template');
    expect(mergeHints({ format: 'none' }, { template: 'x' })).toEqual({ template: 'x' });
  });
});
