import { openSync, writeSync } from 'node:fs';
import type { LoggerService } from '@nestjs/common';
import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import { PRODUCT_VERSION } from './product-version';

export type { DestinationStream as LogDestination, Logger } from 'pino';

/** The least severe level that is logged. */
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** A logger of JSON lines on stdout, each with its service, the product's version, level by name and ISO time. Errors go under `err`. */
export function createLogger(service: string, level: LogLevel = 'info', to?: DestinationStream): Logger {
  const options = {
    level,
    base: { station: service, version: PRODUCT_VERSION },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return pino(options, to ?? standardOutput);
}

const PAUSE_MS = 10;
const pauseCell = new Int32Array(new SharedArrayBuffer(4));

/** Writes all bytes to an open file or pipe, and waits while its reader is slow. */
function writeAll(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(file, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(pauseCell, 0, 0, PAUSE_MS);
    }
  }
}

/**
 * An open file or pipe. A line that cannot be written, because the disk is full or the reader is gone, is dropped: it must not end the
 * service. Pino's own destination ends the process then, or tries for ever when the process ends.
 */
const destination = (file: number): DestinationStream => ({
  write(line) {
    try {
      writeAll(file, Buffer.from(line));
    } catch {
      // There is nowhere to say it.
    }
  },
});

const standardOutput = destination(1);

/** A log file that only its owner reads, which is appended to. Throws when it cannot be opened. */
export const openLog = (path: string): DestinationStream => destination(openSync(path, 'a', 0o600));

const CHATTER = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
  'NestMicroservice',
]);

type Write = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Writes Nest's log messages through our logger; messages of Nest's boot go to debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write(CHATTER.has(String(rest.at(-1))) ? 'debug' : 'info', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  private write(level: Write, message: unknown, rest: unknown[]): void {
    const context = typeof rest.at(-1) === 'string' ? { context: rest.at(-1) } : {};
    if (message instanceof Error) this.logger[level]({ ...context, err: message }, message.message);
    else if (typeof message === 'object' && message !== null) this.logger[level]({ ...context, ...message });
    else this.logger[level]({ ...context, ...stackOf(rest) }, String(message));
  }
}

function stackOf(rest: unknown[]): { stack?: string } {
  const stack = rest.length > 1 && typeof rest[0] === 'string' ? rest[0] : undefined;
  return stack === undefined ? {} : { stack };
}
