module.exports = globalThis.sharedModules['zod'];
