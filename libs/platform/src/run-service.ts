import { isSupervised, processEnvironment } from './config';
import { errorMessage, SetupError } from './errors';
import { LoopWatch } from './event-loop/loop-watch';
import { createLogger, type Logger } from './logger';
import { type DefineService, type RunningService, type ServiceDefinition, startService } from './start-service';

/** How long a process has to drain, milliseconds. */
export const DRAIN_WITHIN_MS = 30_000;

/** Exit code for a configuration or surroundings that are wrong (sysexits.h: EX_CONFIG): `npm start` does not start the process again. */
export const WRONG_CONFIGURATION = 78;

/** Calls `gone` when the supervisor of this process has ended, if it has one (CRUMBTRAIL_SUPERVISED=1). */
export function followSupervisor(gone: () => void): void {
  if (!isSupervised()) return;
  if (process.channel) process.once('disconnect', gone);
  else process.stdin.once('end', gone).once('close', gone).resume();
}

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

/** Writes in one sentence why a service could not start, and exits. */
function exitOnBootFailure(service: string, error: unknown, code = 1): never {
  process.stderr.write(`${service} could not start: ${errorMessage(error)}\n`);
  process.exit(error instanceof SetupError ? WRONG_CONFIGURATION : code);
}

function defineOrExit(name: string, define: DefineService): ServiceDefinition {
  try {
    return { service: name, ...define(processEnvironment()) };
  } catch (error) {
    return exitOnBootFailure(name, error, WRONG_CONFIGURATION);
  }
}

async function runAlone(name: string, define: DefineService): Promise<void> {
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
    followSupervisor(() => leave(0, 'the supervisor is gone'));
    logger.info('ready');
    process.send?.({ ready: true });
    new LoopWatch({ logger, metrics: running.health.metrics }).start();
  } catch (error) {
    exitOnBootFailure(service.service, error);
  }
}

/** What a host of several services does with the service of a main.ts that it loads. */
export type TakeService = (name: string, define: DefineService) => void;

let take: TakeService | undefined;

/** Loads a service's main.ts, whose {@link runService} gives the service to `taker` instead of running it. */
export function loadService(load: () => void, taker: TakeService): void {
  take = taker;
  try {
    load();
  } finally {
    take = undefined;
  }
}

/**
 * Runs a service until SIGTERM or SIGINT, then drains it and exits 0. When the boot fails, or a service reports that it cannot continue,
 * it prints one sentence and exits 1, or 78 when the configuration is wrong or the error is a SetupError. With CRUMBTRAIL_SUPERVISED=1 it also ends when its supervisor exits. `define` reads the configuration and may throw.
 * In a process that runs several services (host.ts) it gives the service to the host instead.
 */
export async function runService(name: string, define: DefineService): Promise<void> {
  if (take) return take(name, define);
  await runAlone(name, define);
}
