import type { ToolDefV1 } from '@crumbtrail/contracts';
import { aTool, aTurn } from '../test/turn-fixture';
import { digit } from './modes/digit/digit';
import { json } from './modes/json/json';
import type { ToolMode } from './modes/mode';
import { native } from './modes/native';
import { tags } from './modes/tags/tags';
import { toolExample, toolInputs, toolOutput, toolResult, toolSummary } from './tool-signature';

const inputs = (properties: object, required: string[] = [], example?: object): string =>
  toolInputs({ input: { type: 'object', properties, required } }, example ? { input: { ...example } } : undefined);
const output = (schema: object | undefined, example?: unknown): string | undefined =>
  toolOutput(schema ? { output: { ...schema } } : {}, { input: {}, output: example as object });

describe('the short form of a tool', () => {
  test.each([
    ['a text by its name alone', { a: { type: 'string' } }, ['a'], 'a'],
    ['what may be left out with a mark', { a: { type: 'string' }, b: { type: 'integer' } }, ['a'], 'a, b?: integer'],
    ['choices', { a: { enum: ['set', 'list', 3] } }, ['a'], 'a: set|list|3'],
    ['lists', { a: { type: 'array', items: { type: 'number' } } }, ['a'], 'a: [number]'],
    ['alternatives', { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, ['a'], 'a: string|null'],
    ['several types', { a: { type: ['string', 'number'] } }, ['a'], 'a: string|number'],
    ['objects', { a: { type: 'object', properties: { b: { type: 'boolean' } } } }, ['a'], 'a: {b?: boolean}'],
    ['names that could be mistaken', { 'a, b\n': { type: 'integer' } }, [], '"a, b\\n"?: integer'],
    ['no arguments', {}, [], ''],
  ])('shows %s', (_what, properties, required, short) => {
    expect(inputs(properties, required)).toBe(short);
  });

  test('shows what is required first, in its order', () => {
    const properties = { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } };
    expect(inputs(properties, ['c', 'b'])).toBe('c, b, a?');
  });

  test('follows references', () => {
    const input = {
      type: 'object',
      $defs: { place: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
      properties: { at: { $ref: '#/$defs/place' } },
    };
    expect(toolInputs({ input })).toBe('at?: {city}');
  });

  test('shows short values of an example, and types where values are long', () => {
    const properties = { a: { type: 'string' }, n: { type: 'number' }, tags: { type: 'array' }, s: { type: 'string' } };
    const example = { a: '2 + 2', n: 3, tags: ['x', 'y'], s: 'long '.repeat(20) };
    expect(inputs(properties, ['a', 'n'], example)).toBe('a=2 + 2, n=3, tags?=[x, y], s?');
  });

  test.each([
    ['12', '"12"'],
    ['true', '"true"'],
    ['a, b=c', '"a, b=c"'],
    ['a\nb', '"a\\nb"'],
    ['Müller 2', 'Müller 2'],
    ['', '""'],
  ])('puts %j in quotation marks only where it could be mistaken', (value, shown) => {
    expect(inputs({ a: { type: 'string' } }, ['a'], { a: value })).toBe(`a=${shown}`);
  });

  test.each([
    ['its type', { type: 'integer' }, undefined, 'integer'],
    ['its value', { type: 'integer' }, 42, '42'],
    ['its members, without marks', { type: 'object', properties: { a: {}, b: {} } }, { b: 4 }, '{a, b=4}'],
    ['lists of objects', { type: 'array', items: { type: 'object' } }, [{ id: 'a' }], '[{id=a}]'],
    ['the shape of an example alone', undefined, { rows: [{ id: 7 }] }, '{rows: [{id=7}]}'],
  ])('shows a result by %s', (_what, schema, example, short) => {
    expect(output(schema, example)).toBe(short);
  });

  test('ends at a depth, and has no result where nothing is known of it', () => {
    expect(output({}, { a: { b: { c: { d: { e: 1 } } } } })).toBe('{a: {b: {c: object}}}');
    expect(toolOutput({})).toBeUndefined();
  });

  test('has the first sentence of the description', () => {
    expect(toolSummary({ description: 'Rolls e.g.\nreal dice! Use it often.' })).toBe('Rolls e.g.');
    expect(toolSummary({ description: 'Sets a timer; you are told then.' })).toBe('Sets a timer');
    expect(toolSummary({ description: 'x'.repeat(500) })).toHaveLength(160);
  });

  test('takes the example that has a result', () => {
    expect(toolExample({ examples: [{ input: { a: 1 } }, { input: { a: 2 }, output: 3 as never }] })?.input).toEqual({
      a: 2,
    });
  });
});

const sum: Partial<ToolDefV1> = {
  description: 'Adds.',
  input: { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] },
  output: { type: 'object', properties: { total: { type: 'integer' }, parts: { type: 'array' } } },
  examples: [{ input: { expression: '2+2' }, output: { total: 4 } }],
};

describe('every tool mode', () => {
  const told = (mode: ToolMode): string => {
    const { messages, tools = [] } = mode.buildRequest(aTurn({ tools: [aTool('sum', sum)] }), {});
    return [messages[0]?.content, ...tools.map(({ description }) => description)].join('\n');
  };

  test.each([
    ['native', native, 'Adds.\nResult: {total: integer, parts: [any]}\nExample: {"expression":"2+2"} → {"total":4}'],
    [
      'json',
      json,
      '- sum(expression) → {total: integer, parts: [any]}: Adds.\n  example: {"expression":"2+2"} → {"total":4}',
    ],
    ['tags', tags, '  result: {total: integer, parts: [any]}\n  example: <sum>2+2</sum> → {"total":4}'],
    ['digit', digit, '1. sum → {total: integer, parts: [any]}: Adds.'],
  ])('%s tells the result of a tool', (_name, mode, text) => {
    expect(told(mode)).toContain(text);
  });

  test('tells the result by an example where the definition has no schema of it', () => {
    const { output: _, ...without } = sum;
    expect(toolResult({ ...without })).toBe('{total=4}');
    expect(toolResult({})).toBeUndefined();
  });

  test('json shows no JSON Schema of a tool', () => {
    expect(told(json)).not.toMatch(/"(?:type|properties|required)"/);
  });
});
