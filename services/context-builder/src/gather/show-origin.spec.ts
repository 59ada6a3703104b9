import { BuildCaches } from '../build-caches';
import { candidate } from '../../test/crumbs';
import { resolvePlan } from '../plan/plan';
import { toItem } from './hydrate';
import { showOrigin } from './show-origin';

const elsewhere = { type: 'hybrid', scope: 'workspace' } as const;
const recalling = resolvePlan([{ sources: [{ ...elsewhere, took_part: true }] }]).plan.sources;
const searching = resolvePlan([{ sources: [elsewhere] }]).plan.sources;
const said = candidate(1, 'the lantern', { session: 'inn', occurred_at: '2026-01-01T14:30:59.000Z' });
const item = toItem(said, () => 'Ann', new BuildCaches());

test('what was said in another session names the session and the time', () => {
  expect(showOrigin(item, said, { session: 'demo', sources: recalling }).speaker).toBe('Ann (inn, 14:30)');
  expect(showOrigin(item, said, { sources: recalling }).speaker).toBe('Ann (inn, 14:30)');
});

test('what was said in this session does not, nor what has no speaker, nor anything in a plan that does not recall', () => {
  expect(showOrigin(item, said, { session: 'inn', sources: recalling })).toBe(item);
  expect(showOrigin(item, said, { session: 'demo', sources: searching })).toBe(item);
  const list = { ...item, speaker: null };
  expect(showOrigin(list, said, { session: 'demo', sources: recalling })).toBe(list);
});
