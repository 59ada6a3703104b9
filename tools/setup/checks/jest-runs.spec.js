const { endToEnd, endToEndNames } = require('./jest-runs.js');

const pattern = (ring) => new RegExp(ring.find((arg) => arg.startsWith('--testPathPatterns=')).split('=')[1]);
const ringsOf = (name, rings) => rings.filter((ring) => pattern(ring).test(`/checkout/e2e/${name}.e2e.spec.ts`));

test.each(endToEndNames())('%s runs in one of the end-to-end rings', (name) => {
  expect(ringsOf(name, endToEnd())).toHaveLength(1);
});

test('tests whose leases run out have the machine to themselves, those that wait for no timeout a neighbour', () => {
  const rings = endToEnd(['crash-points', 'identity']);
  expect(ringsOf('crash-points', rings)).toEqual([expect.arrayContaining(['--runInBand'])]);
  expect(ringsOf('identity', rings)).toEqual([expect.arrayContaining(['--maxWorkers=2'])]);
  expect(endToEnd(['crash-points'])).toHaveLength(1);
});
