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
import { Health, serveHealth } from './health';
import { type Logger, type LogLevel, NestLogger } from './logger';
import type { Environment } from './read-env';
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

/** What a service's main.ts gives {@link runService} besides the name. */
export type ServiceSetup = Omit<ServiceDefinition, 'service'>;

/** Reads a service's configuration. May throw: `InvalidEnvironment` where a variable is wrong. */
export type DefineService = (environment: Environment) => ServiceSetup;

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
