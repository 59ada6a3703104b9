import type { ShortMemory } from '../ports';
import { writeChange, writeShort } from './write-memory';

const context = { agent: 'cook', session: 'kitchen', readers: 'all', until: 1, facts: [] };
// Only these members are read.
const stored = {
  id: 'm',
  version: 2,
  schema_name: 'memory.short.v1',
  audience: 'all',
  context,
} as unknown as ShortMemory;

test('a version that a participant asked for names them, and the next one that nobody asked for does not', () => {
  expect(writeChange(stored, [], 'user:ann')).toMatchObject({
    op: 'update',
    if_match: 2,
    patch: { context: { ...context, changed_by: 'user:ann' } },
  });
  const edited = { ...stored, context: { ...context, changed_by: 'user:ann' } };
  expect(writeShort(edited, edited.context, 'all')).toEqual(writeShort(stored, context, 'all'));
});
