module.exports = globalThis.sharedModules['ajv/dist/2020'];
