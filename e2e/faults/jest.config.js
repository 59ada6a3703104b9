module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'faults',
  testMatch: ['**/*.faults.ts'],
  testTimeout: 48 * 3_600_000,
};
