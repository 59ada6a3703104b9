module.exports = globalThis.sharedModules['rxjs/operators'];
