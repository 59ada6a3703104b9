/** Compiled modules of services, which have no front door: the fit runs the ranking and the pipeline that the services run. */
const { join } = require('node:path');

const services = join(__dirname, '../../../services');

/** A module of a service by its file below `dist`. */
const loadBuilt = (service, file) => require(join(services, service, 'dist', file));

module.exports = { loadBuilt };
