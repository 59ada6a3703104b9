module.exports = { ...require('../../jest.preset.js'), displayName: 'canary', testTimeout: 60_000 };
