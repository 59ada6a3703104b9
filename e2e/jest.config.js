module.exports = { ...require('../jest.preset.js'), displayName: 'e2e', testTimeout: 120_000 };
