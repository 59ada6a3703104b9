/** Whether `npm start` runs all services in one process. */
const { ActionableError } = require('../terminal/output.js');

const isSet = (value) => (value ?? '').trim() !== '';

/** Traces name the service that made them, and OpenTelemetry knows one name for each process. */
const exportsTraces = ({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT }) =>
  isSet(OTEL_EXPORTER_OTLP_ENDPOINT) || isSet(OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);

/** `SERVICES_PER_PROCESS`: `all` (default) or `1`. Where traces are exported, the default is `1`. */
function sharesProcess(env) {
  const { SERVICES_PER_PROCESS: wanted = '' } = env;
  if (wanted === '1') return false;
  if (wanted !== '' && wanted !== 'all') throw new ActionableError(`SERVICES_PER_PROCESS is ${wanted}; give all or 1.`);
  return wanted === 'all' || !exportsTraces(env);
}

module.exports = { sharesProcess };
