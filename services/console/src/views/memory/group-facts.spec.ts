import type { MemoryFact } from '@crumbtrail/contracts';
import type { MemoryEntry } from '@crumbtrail/contracts/operations/memory-reading';
import { groupFacts } from './group-facts';

const fact = (id: string, about?: string): MemoryFact => ({
  id,
  text: id,
  sources: [{ id, version: 1 }],
  ...(about === undefined ? {} : { about }),
});
const memory = (agent: string, facts: readonly MemoryFact[]): MemoryEntry => ({
  id: agent,
  version: 1,
  tier: 'long',
  agent,
  section: 'homes',
  audience: 'all',
  facts,
  updated_at: '2026-01-01T00:00:00Z',
});

test('facts are grouped by agent or by whom they are about, and keep their memory', () => {
  const memories = [
    memory('bot', [fact('one', 'user:ann'), fact('two')]),
    memory('guide', [fact('three', 'user:ann')]),
    memory('bot', [fact('four', 'user:bob')]),
  ];
  const show = (grouping: 'agent' | 'person') =>
    groupFacts(memories, grouping).map(({ name, facts }) => [name, ...facts.map(({ fact: { id } }) => id)]);
  expect(show('agent')).toEqual([
    ['bot', 'one', 'two', 'four'],
    ['guide', 'three'],
  ]);
  expect(show('person')).toEqual([
    ['user:ann', 'one', 'three'],
    ['nobody in particular', 'two'],
    ['user:bob', 'four'],
  ]);
  expect(groupFacts(memories, 'person')[0]?.facts[1]?.memory.agent).toBe('guide');
});
