import { z } from 'zod';
import { parseParam, parseShape } from './parse-shape';

const messageOf = (shape: z.ZodType, value: unknown): string => {
  try {
    parseShape(shape, value);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};

test.each([
  [z.string().min(1), '', 'The request must not be empty.'],
  [z.object({ a: z.string().min(3) }), { a: 'x' }, '/a must have at least 3 characters.'],
  [z.object({ a: z.array(z.string()).max(1) }), { a: ['x', 'y'] }, '/a must have at most 1 entry.'],
  [z.object({ a: z.number().max(9) }), { a: 10 }, '/a must be at most 9.'],
  [z.object({ a: z.number() }), { a: 'x' }, '/a must be of type number.'],
  [z.object({ a: z.number() }), {}, '/a is missing.'],
  [z.strictObject({}), { b: 1 }, '/b is not a known property.'],
])('parseShape: says in words what is wrong: %#', (shape, value, message) => {
  expect(messageOf(shape, value)).toBe(message);
});

test('parseParam: names the parameter of the path', () => {
  expect(() => parseParam(z.string().regex(/^[a-z]+$/, 'must be a word'), 'my session', 'session')).toThrow(
    'session must be a word.',
  );
});
