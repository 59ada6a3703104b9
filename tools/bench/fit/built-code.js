/** Compiled modules of services, which have no front door: the fit runs the ranking and the pipeline that the services run. */
const { join } = require('node:path');

const services = join(__dirname, '../../../services');

/**
 * A module of a service by its file below `dist`.
 * @throws Error when a name is read that the module does not export: otherwise a benchmark would fail in its middle.
 */
const loadBuilt = (service, file) =>
  new Proxy(require(join(services, service, 'dist', file)), {
    get(exported, name) {
      if (!(name in exported)) throw new Error(`${service}/dist/${file} does not export "${String(name)}".`);
      return exported[name];
    },
  });

module.exports = { loadBuilt };
