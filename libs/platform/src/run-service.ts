import type { Server } from 'node:http';
import {
  type DynamicModule,
  type INestApplicationContext,
  type INestApplication,
  Module,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { errorMessage, SetupError } from './errors';
import { Health, serveHealth } from './health';
import { isSupervised } from './config';
import { createLogger, type Logger, type LogLevel, NestLogger } from './logger';
import { startTelemetry } from './telemetry';

/** Token under which a module provides the transport strategy of its service; libs/bus does. */
export const TRANSPORT_STRATEGY = Symbol('crumbtrail.strategy');

/** Token of the service's logger, for injection. */
export const LOGGER = Symbol('crumbtrail.logger');

/** An HTTP server, for a service that has one. */
export interface HttpListener {
  readonly port: number;
  readonly host: string;
  /** Runs before the server listens: body limits, pipes, OpenAPI. */
  readonly configure?: (app: INestApplication) => void | Promise<void>;
}

/** A service: its name, its root module and its settings. */
export interface ServiceDefinition {
  readonly service: string;
  readonly module: Type | DynamicModule;
  readonly config: { readonly healthPort?: number; readonly logLevel?: LogLevel };
  readonly http?: HttpListener;
}

/** A running service. */
export interface RunningService {
  readonly app: INestApplicationContext;
  readonly health: Health;
  /** Drains and closes everything; safe to call twice. */
  close(): Promise<void>;
}

@Module({})
class ServiceModule {}

function wrapModule(module: Type | DynamicModule, health: Health, logger: Logger): DynamicModule {
  const providers = [
    { provide: Health, useValue: health },
    { provide: LOGGER, useValue: logger },
  ];
  return { module: ServiceModule, global: true, imports: [module], providers, exports: providers };
}

async function startHttp(
  root: DynamicModule,
  door: HttpListener,
  logger: NestLogger,
): Promise<INestApplicationContext> {
  const app = await NestFactory.create(root, { logger, abortOnError: false, bodyParser: false });
  const strategy = app.get<CustomTransportStrategy | null>(TRANSPORT_STRATEGY, { strict: false, each: false });
  if (strategy) app.connectMicroservice({ strategy }, { inheritAppConfig: true });
  await door.configure?.(app);
  await app.startAllMicroservices();
  await app.listen(door.port, door.host);
  return app;
}

async function startMicroservice(root: DynamicModule, logger: NestLogger): Promise<INestApplicationContext> {
  const app = await NestFactory.createMicroservice(root, {
    useFactory: (strategy: CustomTransportStrategy) => ({ strategy }),
    inject: [TRANSPORT_STRATEGY],
    logger,
    abortOnError: false,
  });
  await app.listen();
  return app;
}

const isStarting = (): never => {
  throw new Error('the service is starting');
};

function closeServer(server: Server | null): void {
  server?.close();
  server?.closeAllConnections();
}

/**
 * Serves the service's health, builds its Nest app and starts its servers. Rejects with one sentence when it cannot. Health comes first:
 * a service may wait long for its place, and a liveness probe must not end it meanwhile.
 */
export async function startService(service: ServiceDefinition, logger: Logger): Promise<RunningService> {
  // Starts first, so that everything built after it finds the tracer.
  const telemetry = await startTelemetry(service.service, logger);
  const health = new Health();
  const root = wrapModule(service.module, health, logger);
  const nestLogger = new NestLogger(logger);
  const { healthPort } = service.config;
  health.require('start', isStarting);
  const server = healthPort === undefined ? null : await serveHealth(health, healthPort);
  const starting = service.http ? startHttp(root, service.http, nestLogger) : startMicroservice(root, nestLogger);
  const app = await starting.catch((error: unknown) => {
    closeServer(server);
    throw error;
  });
  health.drop('start');
  let closing: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    try {
      await app.close();
    } finally {
      closeServer(server);
      await telemetry?.end();
    }
  };
  const close = (): Promise<void> => {
    health.beginDraining();
    return (closing ??= end());
  };
  return { app, health, close };
}

const DRAIN_WITHIN_MS = 30_000;

function drainAndExit(running: RunningService, logger: Logger): (code: number, why: string) => void {
  let draining = false;
  return (code, why) => {
    if (draining) return;
    draining = true;
    logger.info({ why }, 'draining');
    setTimeout(() => {
      logger.error(`could not drain within ${DRAIN_WITHIN_MS / 1000} s; what was unfinished is delivered again`);
      process.exit(1);
    }, DRAIN_WITHIN_MS).unref();
    running.close().then(
      () => process.exit(code),
      (error: unknown) => {
        logger.error({ err: error }, 'could not close cleanly');
        process.exit(1);
      },
    );
  };
}

function followSupervisor(leave: (code: number, why: string) => void): void {
  if (!isSupervised()) return;
  const gone = (): void => leave(0, 'the supervisor is gone');
  if (process.channel) process.once('disconnect', gone);
  else process.stdin.once('end', gone).once('close', gone).resume();
}

/** Exit code for a configuration or surroundings that are wrong (sysexits.h: EX_CONFIG): `npm start` does not start the service again. */
const WRONG_CONFIGURATION = 78;

/** Writes in one sentence why a service could not start, and exits. */
function exitOnBootFailure(service: string, error: unknown, code = 1): never {
  process.stderr.write(`${service} could not start: ${errorMessage(error)}\n`);
  process.exit(error instanceof SetupError ? WRONG_CONFIGURATION : code);
}

function defineOrExit(name: string, define: () => ServiceSetup): ServiceDefinition {
  try {
    return { service: name, ...define() };
  } catch (error) {
    return exitOnBootFailure(name, error, WRONG_CONFIGURATION);
  }
}

/** What a service's main.ts gives {@link runService} besides the name. */
export type ServiceSetup = Omit<ServiceDefinition, 'service'>;

/**
 * Runs a service until SIGTERM or SIGINT, then drains it and exits 0. When the boot fails, or a service reports that it cannot continue,
 * it prints one sentence and exits 1, or 78 when the configuration is wrong or the error is a SetupError. With CRUMBTRAIL_SUPERVISED=1 it also ends when its supervisor exits. `define` reads the configuration and may throw.
 */
export async function runService(name: string, define: () => ServiceSetup): Promise<void> {
  const service = defineOrExit(name, define);
  const logger = createLogger(service.service, service.config.logLevel);
  try {
    const running = await startService(service, logger);
    const leave = drainAndExit(running, logger);
    running.health.whenFailed((error) => {
      logger.fatal({ err: error }, errorMessage(error));
      leave(1, 'it cannot continue');
    });
    process.on('SIGTERM', () => leave(0, 'SIGTERM'));
    process.on('SIGINT', () => leave(0, 'SIGINT'));
    process.on('unhandledRejection', (error) => {
      logger.fatal({ err: error }, 'a promise was rejected and not handled');
      leave(1, 'unhandled rejection');
    });
    followSupervisor(leave);
    logger.info('ready');
    process.send?.({ ready: true });
  } catch (error) {
    exitOnBootFailure(service.service, error);
  }
}
