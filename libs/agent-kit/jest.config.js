module.exports = { ...require('../../jest.preset.js'), displayName: 'agent-kit' };
