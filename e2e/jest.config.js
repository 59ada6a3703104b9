module.exports = {
  ...require('../jest.preset.js'),
  displayName: 'e2e',
  setupFilesAfterEnv: ['<rootDir>/support/time-limit.ts'],
};
