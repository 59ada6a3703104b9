module.exports = { ...require('../../jest.preset.js'), displayName: 'context-builder' };
