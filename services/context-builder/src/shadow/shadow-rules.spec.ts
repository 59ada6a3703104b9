import { isChosen, recentBuilds, whyStop } from './shadow-rules';

const ids = Array.from({ length: 2_000 }, (_, nth) => `context-${nth}`);

test('a share of the answers is chosen, always the same ones, and others for another shadow', () => {
  const chosen = (shadow: string): string[] => ids.filter((one) => isChosen({ id: shadow }, one, 0.25));
  expect(chosen('a').length).toBeGreaterThan(420);
  expect(chosen('a').length).toBeLessThan(580);
  expect(chosen('a')).toEqual(chosen('a'));
  expect(chosen('a')).not.toEqual(chosen('b'));
  expect(ids.every((one) => isChosen({ id: 'a' }, one, 1))).toBe(true);
  expect(ids.filter((one) => isChosen({ id: 'a' }, one)).length).toBeLessThan(300);
});

test('it stops when all its work is over the limit, and goes on below', () => {
  const limits = { work_seconds: 2 };
  expect(whyStop({ limits }, { spent_ms: 2_000, builds: [], now: 0 })).toBeNull();
  expect(whyStop({ limits }, { spent_ms: 2_600, builds: [], now: 0 })).toBe(
    'Its builds have taken 3 s of work, and its limit is 2 s.',
  );
});

test('it stops when it takes more than its share of the time of a process over a minute, and not before a minute is known', () => {
  const builds = Array.from({ length: 13 }, (_, nth) => ({ at: nth * 5_000, work: 2_000 }));
  const limits = { work_share: 0.3 };
  expect(whyStop({ limits }, { spent_ms: 1, builds: builds.slice(0, 12), now: 55_000 })).toBeNull();
  expect(whyStop({ limits }, { spent_ms: 1, builds, now: 60_000 })).toBe(
    'Its builds took 40 % of the time of a process, and its limit is 30 %.',
  );
  expect(whyStop({ limits: { work_share: 0.5 } }, { spent_ms: 1, builds, now: 60_000 })).toBeNull();
});

test('only the last minute counts, with one build before it', () => {
  const builds = [0, 10_000, 50_000, 90_000].map((at) => ({ at, work: 1 }));
  expect(recentBuilds(builds, 110_000).map(({ at }) => at)).toEqual([50_000, 90_000]);
  expect(recentBuilds(builds, 60_000).map(({ at }) => at)).toEqual([0, 10_000, 50_000, 90_000]);
});
