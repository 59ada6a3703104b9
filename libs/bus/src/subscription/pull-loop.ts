import { setTimeout as pause } from 'node:timers/promises';
import { endsWithin, errorMessage, type Logger } from '@crumbtrail/platform';
import { type Bus, connectionOf } from '../request-reply/bus';
import type { DeliveredMessage } from './delivered-message';
import type { DurableSubscription } from './durable-subscription';
import { Puller } from './puller';
import { backoffMs } from '../settlement/settlement';
import { inboxPrefix } from '../protocol/subjects';

/** What a loop needs: its durable, and the function that processes each message (settled when it resolves; it never rejects). */
export interface PullLoopOptions {
  readonly bus: Bus;
  /** Shared by all loops of the durable. */
  readonly durable: DurableSubscription;
  readonly logger: Logger;
  readonly handle: (message: DeliveredMessage) => Promise<void>;
}

const DRAIN_WITHIN_MS = 25_000;

/**
 * Consumes one durable: has the store create it, pulls one message at a time, and starts over with backoff, indefinitely, when the durable,
 * the stream or NATS is gone. Logs once when it has to wait and once when it continues.
 */
export class PullLoop {
  private readonly stopping = new AbortController();
  private readonly puller: Puller;
  private ended: Promise<void> = Promise.resolve();
  private failures = 0;
  /** Whether the durable exists and is being pulled. */
  isPulling = false;

  constructor(private readonly options: PullLoopOptions) {
    this.puller = new Puller(connectionOf(options.bus), options.durable.name, inboxPrefix(options.bus.service));
  }

  start(): void {
    this.ended = this.run();
  }

  /** Stops pulling and waits, at most 25 s, for the message in progress; then returns undelivered messages to the broker. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.puller.stop();
    if (!(await endsWithin(this.ended, DRAIN_WITHIN_MS)))
      this.options.logger.warn({ durable: this.name }, 'a handler did not end in time; its message is delivered again');
    const connection = connectionOf(this.options.bus);
    if (!connection.isClosed()) await connection.flush();
    this.puller.close();
  }

  get name(): string {
    return this.options.durable.name;
  }

  private get isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      if (await this.subscribe()) await this.pull();
      if (!this.isStopped) await this.backOff();
    }
    this.isPulling = false;
  }

  private async subscribe(): Promise<boolean> {
    try {
      await this.options.durable.subscribe();
      this.isPulling = true;
      return true;
    } catch (error) {
      this.reportFailure(errorMessage(error));
      return false;
    }
  }

  private async pull(): Promise<void> {
    while (!this.isStopped) {
      const pulled = await this.puller.next();
      if ('message' in pulled) {
        this.reportRecovery();
        await this.options.handle(pulled.message);
      } else if (pulled.nothing === 'gone') {
        return this.reportFailure('the durable or its stream is gone');
      } else if (pulled.nothing === 'refused') {
        return this.reportFailure(
          `NATS does not let this service pull ${this.name}: name it among its user's durables`,
        );
      } else if (pulled.nothing === 'busy') {
        await this.backOff();
      } else if (pulled.nothing === 'empty') {
        this.reportRecovery();
      }
    }
  }

  private reportFailure(reason: string): void {
    if (this.failures === 0 && !this.isStopped)
      this.options.logger.warn({ durable: this.name, reason }, 'cannot listen now; trying again');
    this.isPulling = false;
    this.failures += 1;
  }

  private reportRecovery(): void {
    if (this.failures > 0) this.options.logger.info({ durable: this.name }, 'listening again');
    this.failures = 0;
    this.isPulling = true;
  }

  private async backOff(): Promise<void> {
    const delay = Math.min(1_500, backoffMs(Math.max(1, this.failures), Math.random()));
    await pause(delay, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
