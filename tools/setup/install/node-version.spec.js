const { nodeProblem } = require('./node-version.js');

test.each(['v20.19.0', 'v20.20.2', 'v22.0.0', 'v24.1.0'])('%s is accepted', (version) => {
  expect(nodeProblem(version)).toBeUndefined();
});

test.each(['v20.18.3', 'v18.20.0', 'v8.17.0'])('%s is rejected in one sentence', (version) => {
  expect(nodeProblem(version)).toBe(
    `Crumbtrail needs Node 20.19.0 or later and this is ${version}: install a newer Node.`,
  );
});
