import { mergeHints } from './merge-hints';

describe('mergeHints', () => {
  const schema = {
    include: ['$.a'],
    exclude: ['$.b'],
    template: '{{a}}',
    transform: { x: { type: 'literal' as const, literal: 1 }, y: { type: 'literal' as const, literal: 2 } },
  };

  test('applies the schema’s hints, overridden key by key by the crumb’s own', () => {
    expect(mergeHints(schema, null)).toEqual(schema);
    expect(mergeHints(schema, { include: ['$.c'] })).toEqual({ ...schema, include: ['$.c'] });
    expect(mergeHints({}, { mode: 'merge' })).toEqual({ mode: 'merge' });
  });

  test('merges transforms rule by rule', () => {
    const own = { transform: { y: { type: 'extract' as const, value: '$.y' } } };
    expect(mergeHints(schema, own).transform).toEqual({ x: schema.transform.x, y: own.transform.y });
  });

  test('an own template or format replaces both of the schema’s', () => {
    expect(mergeHints(schema, { format: 'none' })).not.toHaveProperty('template');
    expect(mergeHints({ format: 'none' }, { template: 'x' })).toEqual({ template: 'x' });
  });
});
