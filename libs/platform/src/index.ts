/** platform: what every process needs: config, logs, errors, life cycle. */
export {
  readEnv,
  stationEnv,
  stationSettings,
  BadEnvironment,
  type BadVariable,
  type StationEnv,
  type StationSettings,
} from './read-env';
export { createLogger, NestLogger, type Logger, type LogLevel } from './logger';
export { TransientError, PermanentError, messageOf } from './errors';
export { crashPoint } from './crash-point';
export { Bounded, OTHER } from './bounded';
export { capturesContent } from './config';
export { inSpan, failSpan, errorTypeOf, type SpanPlan } from './spans';
export { startTelemetry, type Telemetry } from './telemetry';
export { Health, serveHealth, type Check, type Readiness } from './health';
export {
  runStation,
  startStation,
  failBoot,
  STRATEGY,
  LOGGER,
  type Station,
  type Running,
  type HttpDoor,
} from './run-station';
