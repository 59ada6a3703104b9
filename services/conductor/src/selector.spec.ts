import fc from 'fast-check';
import type { Envelope } from '@crumbtrail/contracts';
import { selects, type Selector } from './selector';
import { crumb } from '../test/crumbs';

const message = (context: Record<string, unknown>, tags: string[] = []): Envelope => crumb({ context, tags });
const on = (more: Partial<Selector>): Selector => ({ schema: 'user.message.v1', ...more });
const line = (path: string, op: string, value?: unknown): Selector =>
  on({ match: [{ path, op, value } as NonNullable<Selector['match']>[number]] });

describe('a selector', () => {
  it('picks a later version of its schema, and no earlier one and no other family', () => {
    const of = (schema_name: string) => selects({ schema: 'user.message.v2' }, crumb({ schema_name }));
    expect(['user.message.v1', 'user.message.v2', 'user.message.v10', 'user.messages.v2'].map(of)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('wants one of any_tags and all of all_tags', () => {
    const tagged = (tags: string[]) =>
      selects(on({ any_tags: ['bug', 'crash'], all_tags: ['urgent', 'api'] }), message({}, tags));
    expect(tagged(['bug', 'urgent', 'api'])).toBe(true);
    expect(tagged(['bug', 'urgent'])).toBe(false);
    expect(tagged(['urgent', 'api'])).toBe(false);
  });

  it.each([
    ['$.context.n', 'eq', 3, true],
    ['$.context.n', 'eq', '3', false],
    ['$.context.n', 'ne', 3, false],
    ['$.context.gone', 'ne', 3, true],
    ['$.context.n', 'gt', 2, true],
    ['$.context.n', 'gt', 3, false],
    ['$.context.n', 'gt', '2', false],
    ['$.context.word', 'lt', 'c', true],
    ['$.context.n', 'lt', 4, true],
    ['$.context.gone', 'lt', 4, false],
    ['$.context.n', 'exists', undefined, true],
    ['$.context.n', 'exists', false, false],
    ['$.context.gone', 'exists', undefined, false],
    ['$.context.gone', 'exists', false, true],
    ['$.context.nothing', 'exists', true, true],
    ['$.context.nothing', 'eq', null, true],
    ['$.context.list', 'contains_any', [7, 2], true],
    ['$.context.list', 'contains_any', ['2'], false],
    ['$.context.word', 'contains_any', ['a', 'b'], true],
    ['$.context.word', 'contains_any', ['be'], false],
    ['$.tags', 'contains_any', ['bug'], true],
    ['$.author.kind', 'eq', 'user', true],
    ['$.context.list[?@ > 1]', 'eq', 2, true],
    ['$..deep', 'eq', 'x', true],
    ['$[', 'ne', 1, false],
  ])('%s %s %j is %s', (path, op, value, expected) => {
    const context = { n: 3, word: 'b', nothing: null, list: [1, 2], a: { deep: 'x' } };
    expect(selects(line(path, op, value), message(context, ['bug']))).toBe(expected);
  });

  it('walks a payload that is nested as deep as payloads may be', () => {
    let context: Record<string, unknown> = { deep: true };
    for (let depth = 1; depth < 62; depth++) context = { in: context };
    expect(selects(line('$..deep', 'eq', true), message(context))).toBe(true);
  });

  it('always agrees with a naive reading of it', () => {
    const scalar = fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.constantFrom('a', 'b', 'bug'),
      fc.boolean(),
      fc.constant(null),
    );
    const context = fc.dictionary(fc.constantFrom('p', 'q', 'r'), fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })));
    const tags = fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 });
    const some = fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { minLength: 1, maxLength: 2 });
    const schema = fc.constantFrom('user.message.v1', 'user.message.v2', 'user.note.v1', 'user.message.v11');
    const lines = fc.array(fc.record({ field: fc.constantFrom('p', 'q', 'r'), test: testOf(scalar) }), {
      maxLength: 3,
    });
    const wish = fc.record({ schema, any: fc.option(some), all: fc.option(some), lines });
    fc.assert(
      fc.property(wish, schema, tags, context, (wanted, schema_name, has, payload) => {
        const selector: Selector = {
          schema: wanted.schema,
          ...(wanted.any && { any_tags: wanted.any }),
          ...(wanted.all && { all_tags: wanted.all }),
          match: wanted.lines.map(({ field, test }) => ({ path: `$.context.${field}`, ...test })) as Selector['match'],
        };
        const actual = selects(selector, crumb({ schema_name, tags: has, context: payload }));
        expect(actual).toBe(naive({ ...wanted, lines: wanted.lines }, { schema_name, tags: has, context: payload }));
      }),
      { numRuns: 2000 },
    );
  });
});

type Test = { op: 'eq' | 'ne' | 'gt' | 'lt' | 'exists' | 'contains_any'; value?: unknown };

function testOf(scalar: fc.Arbitrary<unknown>): fc.Arbitrary<Test> {
  return fc.oneof(
    fc.record({ op: fc.constantFrom('eq' as const, 'ne' as const), value: scalar }),
    fc.record({
      op: fc.constantFrom('gt' as const, 'lt' as const),
      value: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom('a', 'b')),
    }),
    fc.record({ op: fc.constant('exists' as const), value: fc.boolean() }),
    fc.record({ op: fc.constant('contains_any' as const), value: fc.array(scalar, { minLength: 1, maxLength: 3 }) }),
  );
}

interface Wanted {
  schema: string;
  any: string[] | null;
  all: string[] | null;
  lines: { field: string; test: Test }[];
}

/** A second, simpler implementation of the rules: one crumb field at a time, without paths or tables. */
function naive(
  wanted: Wanted,
  has: { schema_name: string; tags: string[]; context: Record<string, unknown> },
): boolean {
  const [family, version] = has.schema_name.split('.v');
  const [wantedFamily, minimum] = wanted.schema.split('.v');
  if (family !== wantedFamily || Number(version) < Number(minimum)) return false;
  if (wanted.any && wanted.any.filter((tag) => has.tags.includes(tag)).length === 0) return false;
  if (wanted.all && wanted.all.filter((tag) => has.tags.includes(tag)).length < wanted.all.length) return false;
  for (const { field, test } of wanted.lines) if (!naiveLine(has.context, field, test)) return false;
  return true;
}

// eslint-disable-next-line complexity -- the naive model is one plain list of cases on purpose
function naiveLine(context: Record<string, unknown>, field: string, { op, value }: Test): boolean {
  const there = field in context;
  const found = context[field];
  const json = JSON.stringify(found);
  if (op === 'exists') return there === value;
  if (op === 'eq') return there && json === JSON.stringify(value);
  if (op === 'ne') return !there || json !== JSON.stringify(value);
  if (op === 'contains_any')
    return there && (Array.isArray(found) ? found : [found]).some((one) => (value as unknown[]).includes(one));
  if (!there || typeof found !== typeof value) return false;
  return op === 'gt' ? (found as number) > (value as number) : (found as number) < (value as number);
}
