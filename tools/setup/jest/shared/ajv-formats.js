module.exports = globalThis.sharedModules['ajv-formats'];
