import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLine, findOffset } from './json-offsets';
import { compileSchema } from './schema-validator';

const good = { agent: 'critic', prompt: 'Be short.', subscriptions: [{ schema: 'user.message.v1' }] };
const published = join(__dirname, '../../../../../schemas/agent.def/v1.schema.json');
const check = compileSchema(JSON.parse(readFileSync(published, 'utf8')) as object);

describe('compileSchema', () => {
  it('reports nothing for a valid value', () => {
    expect(check(good)).toEqual([]);
  });

  it.each([
    ['an empty string', { ...good, prompt: '' }, '/prompt', 'must not be empty'],
    ['a missing property', { agent: 'a', prompt: 'x' }, '/subscriptions', 'is missing'],
    ['a value outside of an enum', { ...good, lane: 'fast' }, '/lane', 'must be one of "session","agent"'],
    ['an unknown property', { ...good, promt: 'x' }, '/promt', 'is not an allowed property'],
    ['a wrong type', { ...good, prompt: 5 }, '/prompt', 'must be "string" (got "number")'],
    [
      'a nested property',
      { ...good, subscriptions: [{ schema: 'no name' }] },
      '/subscriptions/0/schema',
      'has an invalid format',
    ],
    [
      'a number out of range',
      { ...good, limits: { turn_seconds: 0 } },
      '/limits/turn_seconds',
      'is invalid: 0 is less than 1',
    ],
  ])('reports path and message of %s', (_, value, path, message) => {
    expect(check(value)).toEqual([{ path, message }]);
  });

  it('reports all violations at once, each only once', () => {
    expect(check({ agent: 'A', prompt: '', subscriptions: [] }).map(({ path }) => path)).toEqual([
      '/agent',
      '/prompt',
      '/subscriptions',
    ]);
  });
});

describe('findOffset', () => {
  const text = JSON.stringify({ 'a/b': [1, { c: 'say "}"', d: null }], e: {}, f: -1.5e3 }, null, 2);

  it.each([
    ['', '{'],
    ['/a~1b', '['],
    ['/a~1b/0', '1'],
    ['/a~1b/1/c', '"say'],
    ['/a~1b/1/d', 'null'],
    ['/e', '{}'],
    ['/f', '-1500'],
  ])('finds the value at pointer "%s"', (pointer, expected) => {
    expect(text.slice(findOffset(text, pointer))).toMatch(new RegExp(`^${expected.replace(/[[{}]/g, '\\$&')}`));
  });

  it('returns the parent of a missing value; findLine counts from 1', () => {
    expect(findOffset(text, '/e/missing/deeper')).toBe(findOffset(text, '/e'));
    expect(findLine(text, findOffset(text, ''))).toBe(1);
    expect(findLine(text, findOffset(text, '/a~1b/1/c'))).toBe(5);
  });
});
