import type { RecalledSession } from '@crumbtrail/contracts';
import { BuildCaches } from '../build-caches';
import { candidate, id } from '../../test/crumbs';
import { resolvePlan } from '../plan/plan';
import { toItem } from './hydrate';
import type { ScoredItem } from './item';
import { showOrigin, type ShownPlace } from './show-origin';

const elsewhere = { type: 'hybrid', scope: 'workspace' } as const;
const recalling = resolvePlan([{ sources: [{ ...elsewhere, took_part: true }] }]).plan.sources;
const searching = resolvePlan([{ sources: [elsewhere] }]).plan.sources;
const said = candidate(1, 'the lantern', { session: 'inn', occurred_at: '2026-01-01T14:30:59.000Z' });
const scored: ScoredItem = {
  item: toItem(said, () => 'Ann', new BuildCaches(), undefined),
  source: 'hybrid',
  section: 'relevant',
  rank: 2,
  score: 0.5,
  scores: {},
};
const nameOf: ShownPlace['nameOf'] = (author) => author.name ?? author.id;
const inn = (...ids: string[]): RecalledSession => ({
  id: id(1),
  version: 1,
  name: 'inn',
  members: ['user', ...ids].map((one) => ({ kind: 'user', id: one })),
});
const speakerIn = (place: Partial<ShownPlace>, one = scored) =>
  showOrigin(one, { session: 'demo', sources: recalling, recalled: [], nameOf, ...place }).item.speaker;

test('what was said in another session names the session, the time, and the rank by relevance', () => {
  expect(speakerIn({})).toBe('Ann (inn, 14:30, rank 2)');
  expect(speakerIn({ session: undefined })).toBe('Ann (inn, 14:30, rank 2)');
});

test('it names up to three other members of that session, and how many more there are', () => {
  expect(speakerIn({ recalled: [inn('mia'), { ...inn('eve'), name: 'court' }] })).toBe(
    'Ann (inn, 14:30, with mia, rank 2)',
  );
  expect(speakerIn({ recalled: [inn('mia', 'bob')] })).toBe('Ann (inn, 14:30, with mia and bob, rank 2)');
  expect(speakerIn({ recalled: [inn('a', 'b', 'c', 'd', 'e')] })).toContain('with a and b and c and 2 more,');
  expect(speakerIn({ recalled: [inn()] })).toBe('Ann (inn, 14:30, rank 2)');
});

test('what was said in this session does not, nor what has no speaker, nor anything in a plan that does not recall', () => {
  expect(speakerIn({ session: 'inn' })).toBe('Ann');
  expect(speakerIn({ sources: searching })).toBe('Ann');
  expect(speakerIn({}, { ...scored, item: { ...scored.item, speaker: null } })).toBeNull();
});
