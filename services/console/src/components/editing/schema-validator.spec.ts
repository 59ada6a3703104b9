import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLine, findOffset } from './json-offsets';
import { compileSchema } from './schema-validator';

const good = { agent: 'critic', prompt: 'Be short.', subscriptions: [{ schema: 'user.message.v1' }] };
const published = join(__dirname, '../../../../../schemas/agent.def/v1.schema.json');
const check = compileSchema(JSON.parse(readFileSync(published, 'utf8')) as object);

describe('a schema that is asked in the page', () => {
  it('has nothing against what fits', () => {
    expect(check(good)).toEqual([]);
  });

  it.each([
    ['a text that is empty', { ...good, prompt: '' }, '/prompt', 'must not be empty'],
    ['a property that is missing', { agent: 'a', prompt: 'x' }, '/subscriptions', 'is missing'],
    ['a word that is none of those', { ...good, lane: 'fast' }, '/lane', 'must be one of "session","agent"'],
    ['a name that is not known', { ...good, promt: 'x' }, '/promt', 'is not an allowed property'],
    ['another type', { ...good, prompt: 5 }, '/prompt', 'must be "string" (got "number")'],
    [
      'a place deep inside',
      { ...good, subscriptions: [{ schema: 'no name' }] },
      '/subscriptions/0/schema',
      'has an invalid format',
    ],
    [
      'a limit that is broken',
      { ...good, limits: { turn_seconds: 0 } },
      '/limits/turn_seconds',
      'is invalid: 0 is less than 1',
    ],
  ])('says where and what of %s', (_, value, path, message) => {
    expect(check(value)).toEqual([{ path, message }]);
  });

  it('says everything at once, and never the same twice', () => {
    expect(check({ agent: 'A', prompt: '', subscriptions: [] }).map(({ path }) => path)).toEqual([
      '/agent',
      '/prompt',
      '/subscriptions',
    ]);
  });
});

describe('where a value stands in its text', () => {
  const text = JSON.stringify({ 'a/b': [1, { c: 'say "}"', d: null }], e: {}, f: -1.5e3 }, null, 2);

  it.each([
    ['', '{'],
    ['/a~1b', '['],
    ['/a~1b/0', '1'],
    ['/a~1b/1/c', '"say'],
    ['/a~1b/1/d', 'null'],
    ['/e', '{}'],
    ['/f', '-1500'],
  ])('finds %s', (pointer, begins) => {
    expect(text.slice(findOffset(text, pointer))).toMatch(new RegExp(`^${begins.replace(/[[{}]/g, '\\$&')}`));
  });

  it('gives the parent of what is missing, and counts lines from 1', () => {
    expect(findOffset(text, '/e/missing/deeper')).toBe(findOffset(text, '/e'));
    expect(findLine(text, findOffset(text, ''))).toBe(1);
    expect(findLine(text, findOffset(text, '/a~1b/1/c'))).toBe(5);
  });
});
