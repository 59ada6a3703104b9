module.exports = { ...require('../../jest.preset.js'), displayName: 'breadcrumb-store' };
