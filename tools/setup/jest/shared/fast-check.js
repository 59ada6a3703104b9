module.exports = globalThis.sharedModules['fast-check'];
