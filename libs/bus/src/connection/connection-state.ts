import type { NatsConnection } from 'nats';

type Callback = () => void;

const states = new WeakMap<NatsConnection, ConnectionState>();

/**
 * Whether the connection is up. The NATS client drops what is published while it is down, so important messages wait here until it is up
 * again, and requests in flight are rejected as soon as it breaks.
 */
export class ConnectionState {
  private up = true;
  private readonly waiting = new Set<Callback>();
  private readonly disconnectListeners = new Set<Callback>();

  private constructor(private readonly connection: NatsConnection) {
    void this.watch();
  }

  /** The state of one connection. */
  static of(connection: NatsConnection): ConnectionState {
    const line = states.get(connection) ?? new ConnectionState(connection);
    states.set(connection, line);
    return line;
  }

  get isUp(): boolean {
    return this.up && !this.connection.isClosed();
  }

  /** Calls back now, or as soon as the connection is up again. Returns a function that cancels the wait. */
  whenUp(act: Callback): Callback {
    if (this.isUp) act();
    else this.waiting.add(act);
    return () => void this.waiting.delete(act);
  }

  /** Calls back each time the connection breaks. Returns a function that removes the callback. */
  onDisconnect(act: Callback): Callback {
    this.disconnectListeners.add(act);
    return () => void this.disconnectListeners.delete(act);
  }

  private async watch(): Promise<void> {
    for await (const { type } of this.connection.status()) {
      if (type === 'disconnect') {
        this.up = false;
        for (const act of [...this.disconnectListeners]) act();
      }
      if (type === 'reconnect') {
        this.up = true;
        for (const act of [...this.waiting]) {
          this.waiting.delete(act);
          act();
        }
      }
    }
  }
}
