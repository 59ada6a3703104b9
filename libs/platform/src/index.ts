/** platform: what every process needs: configuration, logs, errors, health, telemetry, startup and shutdown. */
export {
  agentsNatsEnv,
  agentsNatsSettings,
  readEnv,
  serviceEnv,
  serviceSettings,
  InvalidEnvironment,
  type Environment,
  type InvalidVariable,
  type NatsSettings,
  type NatsTls,
  type ServiceEnv,
  type ServiceSettings,
} from './read-env';
export { readTextFile } from './read-text-file';
export { createLogger, NestLogger, type Logger, type LogLevel } from './logger';
export { TransientError, PermanentError, SetupError, errorMessage, toError } from './errors';
export { PRODUCT_VERSION } from './product-version';
export { endsWithin, withTimeout } from './timeout';
export { WakeSignal } from './wake-signal';
export { crashPoint } from './crash-point';
export { LabelLimiter, OTHER_LABEL } from './label-limiter';
export { capturesContent, isTest, processEnvironment } from './config';
export { openSecret, sealSecret, settingsKey } from './sealed-secret';
export { inSpan, failSpan, errorType, type SpanPlan } from './spans';
export { startTelemetry, type Telemetry } from './telemetry';
export { describeReadiness, Health, serveHealth, type HealthCheck, type Readiness } from './health';
export { asHandler, asHandlerIfShared } from './event-loop/running';
export { runService } from './run-service';
export {
  startService,
  TRANSPORT_STRATEGY,
  LOGGER,
  type ServiceDefinition,
  type ServiceSetup,
  type RunningService,
  type HttpListener,
} from './start-service';
