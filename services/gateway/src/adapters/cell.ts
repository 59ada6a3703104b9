import { type Bus, connectWithRetries, type ConnectOptions } from '@crumbtrail/bus';
import { refuse, Status } from '@crumbtrail/contracts';
import { errorMessage, type Logger } from '@crumbtrail/platform';
import { setTimeout as pause } from 'node:timers/promises';

/** Less than a readiness check may take, in milliseconds. */
const STATUS_WITHIN_MS = 1_500;

/** Pause in milliseconds after a cell was not reached for a minute, has refused the credentials or has ended the connection. */
const RECONNECT_AFTER_MS = 2_000;

type SubscribeOn = (bus: Bus) => () => void;

/** An installation whose services answer requests over its NATS server. */
export interface Cell {
  readonly name: string;
  /** Throws `unavailable` while there is no connection yet. */
  readonly bus: Bus;
  /** Subscribes now, or as soon as there is a connection; returns a function that unsubscribes. */
  subscribe(subscribeOn: SubscribeOn): () => void;
}

/** A cell that is connected already. */
export class ConnectedCell implements Cell {
  constructor(
    readonly name: string,
    readonly bus: Bus,
  ) {}

  subscribe(subscribeOn: SubscribeOn): () => void {
    return subscribeOn(this.bus);
  }
}

/** A cell that may be down, also when the gateway starts: it is connected to in the background, for as long as that takes. */
export class RemoteCell implements Cell {
  private connected: Bus | undefined;
  private problem = 'the first attempt has not ended yet.';
  private readonly subscriptions = new Map<SubscribeOn, () => void>();
  private readonly leaving = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    readonly name: string,
    private readonly options: ConnectOptions,
    private readonly logger: Logger,
  ) {}

  get bus(): Bus {
    if (this.connected) return this.connected;
    throw refuse('unavailable', `The cell ${this.name} is not connected: ${this.problem}`);
  }

  subscribe(subscribeOn: SubscribeOn): () => void {
    // Wrapped, because the same function may subscribe twice.
    const own: SubscribeOn = (bus) => subscribeOn(bus);
    this.subscriptions.set(own, this.connected ? own(this.connected) : () => undefined);
    return () => {
      this.subscriptions.get(own)?.();
      this.subscriptions.delete(own);
    };
  }

  /** Resolves when the store of the cell answers; rejects with `unavailable` when it does not. */
  async check(): Promise<void> {
    await this.bus.request(Status, 'default', {}, { timeoutMs: STATUS_WITHIN_MS });
  }

  /** Begins to connect; resolves at the first connection, or after `withinMs`. */
  async connect(withinMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      this.running = this.keepConnected(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  async drain(): Promise<void> {
    this.leaving.abort();
    await this.connected?.drain();
    await this.running;
  }

  private async keepConnected(onConnect: () => void): Promise<void> {
    const { signal } = this.leaving;
    while (!signal.aborted) {
      try {
        const onRetry = ({ message }: Error): void => void (this.problem = message);
        const bus = await connectWithRetries({ ...this.options, signal, onRetry }, this.logger);
        if (signal.aborted) return await bus.drain();
        this.use(bus);
        onConnect();
        await this.untilClosed(bus);
      } catch (error) {
        this.report(errorMessage(error));
      }
      await pause(RECONNECT_AFTER_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private use(bus: Bus): void {
    this.connected = bus;
    for (const subscribeOn of [...this.subscriptions.keys()]) this.subscriptions.set(subscribeOn, subscribeOn(bus));
  }

  private async untilClosed(bus: Bus): Promise<void> {
    const error = await bus.closed();
    this.connected = undefined;
    if (error) throw error;
  }

  private report(problem: string): void {
    if (this.leaving.signal.aborted) return;
    this.problem = problem;
    this.logger.warn({ cell: this.name }, `the cell ${this.name} is not connected: ${problem}`);
  }
}
