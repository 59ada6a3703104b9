import { factMarks, memoryPlace } from './memory';

test('memoryPlace: a short-term memory is of its session, a long-term one of its section', () => {
  expect(memoryPlace({ tier: 'short', session: 'demo' })).toBe('session demo');
  expect(memoryPlace({ tier: 'long', section: 'homes' })).toBe('homes');
});

test('factMarks: says what is special about a fact, and nothing of one that is not', () => {
  const fact = { id: 'aaaaaaaa', text: 'Ann lives in Bonn.', sources: [] as never };
  expect(factMarks(fact)).toEqual([]);
  const marked = { ...fact, pinned: true, superseded_by: 'bbbbbbbb', until: '2026-01-01', contradicts: ['cccccccc'] };
  expect(factMarks({ ...marked, edited_by: 'user:ann' })).toEqual([
    'pinned',
    'superseded by bbbbbbbb',
    'until 2026-01-01',
    'contradicts cccccccc',
    'edited by user:ann',
  ]);
});
