module.exports = { ...require('../../jest.preset.js'), displayName: 'tool-runtime' };
