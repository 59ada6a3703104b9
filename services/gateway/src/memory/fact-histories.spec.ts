import type { MemoryFact } from '@crumbtrail/contracts';
import type { MemoryHistoryReply, MemoryVersion } from '@crumbtrail/contracts/operations/memory-reading';
import { toFactHistories } from './fact-histories';

const fact = (id: string, text: string, more: Partial<MemoryFact> = {}): MemoryFact => ({
  id,
  text,
  sources: [{ id: '0190a000-0000-7000-8000-000000000001', version: 1 }],
  ...more,
});
const keeper = { kind: 'service' as const, id: 'memory-keeper' };
const ann = { kind: 'user' as const, id: 'ann' };
const version = (nth: number, facts: readonly MemoryFact[], by: MemoryVersion['by'] = keeper): MemoryVersion => ({
  version: nth,
  at: `2026-01-0${nth}T00:00:00Z`,
  by,
  facts,
});

function historyOf(
  versions: readonly MemoryVersion[],
  answers: MemoryHistoryReply['answers'] = [],
): MemoryHistoryReply {
  const { version: newest, facts, at } = versions.at(-1) as MemoryVersion;
  return {
    memory: { id: 'm', version: newest, tier: 'long', agent: 'bot', audience: 'all', facts, updated_at: at },
    versions,
    sources: [],
    answers,
  };
}

test('a fact is followed from when it was remembered, through every change, to when it left', () => {
  const versions = [
    version(1, [fact('aaaaaaaa', 'Ann lives in Bonn.')]),
    version(2, [fact('aaaaaaaa', 'Ann lives in Bonn.'), fact('bbbbbbbb', 'Ann has a dog.')]),
    version(3, [fact('aaaaaaaa', 'Ann lives in Bonn.', { superseded_by: 'cccccccc', until: '2026-01-03T00:00:00Z' })]),
    version(4, [fact('aaaaaaaa', 'Ann lived in Bonn.', { superseded_by: 'cccccccc', until: '2026-01-03T00:00:00Z' })]),
  ];
  const [home, dog] = toFactHistories(historyOf(versions));
  expect(home?.timeline.map((step) => [step.version, step.changes, step.text])).toEqual([
    [1, ['remembered'], 'Ann lives in Bonn.'],
    [3, ['superseded', 'ended'], 'Ann lives in Bonn.'],
    [4, ['reworded'], 'Ann lived in Bonn.'],
  ]);
  expect([dog?.present, dog?.timeline.map(({ changes }) => changes)]).toEqual([false, [['remembered'], ['left']]]);
});

test('what a person words or pins is told from what the keeper does', () => {
  const edited = { edited_by: 'user:ann' };
  const versions = [
    version(1, [fact('aaaaaaaa', 'Ann is 40.')]),
    version(2, [fact('aaaaaaaa', 'Ann is 41.', edited)], ann),
    version(3, [fact('aaaaaaaa', 'Ann is 41.', { ...edited, pinned: true })], ann),
    version(4, [fact('aaaaaaaa', 'Ann is 41.', edited)], ann),
  ];
  const [age] = toFactHistories(historyOf(versions));
  expect(age?.timeline.map(({ changes, by }) => [...changes, by.id])).toEqual([
    ['remembered', 'memory-keeper'],
    ['edited', 'ann'],
    ['pinned', 'ann'],
    ['unpinned', 'ann'],
  ]);
});

test('a memory that was made again without a forgotten fact says so, and not that the others are new', () => {
  const text = 'Ann has a dog called Max.';
  const again = { ...version(1, [fact('aaaaaaaa', text, { edited_by: 'user:ann' })]), rebuilt: true };
  const later = version(2, [...again.facts, fact('bbbbbbbb', 'Ann swims.')]);
  const [dog, swims] = toFactHistories(historyOf([again, later]));
  expect(dog?.timeline.map(({ changes }) => changes)).toEqual([['rebuilt']]);
  expect(swims?.timeline.map(({ changes }) => changes)).toEqual([['remembered']]);
});

test('the answers of a fact are those whose contexts quote a version in which it stood', () => {
  const versions = [
    version(1, [fact('aaaaaaaa', 'one')]),
    version(2, [fact('aaaaaaaa', 'one'), fact('bbbbbbbb', 'two')]),
  ];
  const answer = (response: string, quoted_version: number) => ({
    response,
    agent: 'bot',
    session: 'demo',
    at: '2026-01-05T00:00:00Z',
    quoted_version,
  });
  const [first, second] = toFactHistories(historyOf(versions, [answer('late', 2), answer('early', 1)]));
  expect(first?.answers.map(({ response }) => response)).toEqual(['late', 'early']);
  expect(second?.answers).toEqual([{ response: 'late', agent: 'bot', session: 'demo', at: '2026-01-05T00:00:00Z' }]);
});
