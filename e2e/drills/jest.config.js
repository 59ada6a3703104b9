module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'drills',
  testMatch: ['**/*.drill.ts'],
  testTimeout: 600_000,
};
