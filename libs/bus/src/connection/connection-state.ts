import type { NatsConnection } from 'nats';

type Callback = () => void;

const states = new WeakMap<NatsConnection, ConnectionState>();

/**
 * Whether the connection is up now. The client drops what is sent while it is not, so that what matters waits here for the
 * line to come back, and who waits for an answer over a line that broke is told at once.
 */
export class ConnectionState {
  private up = true;
  private readonly waiting = new Set<Callback>();
  private readonly disconnectListeners = new Set<Callback>();

  private constructor(private readonly connection: NatsConnection) {
    void this.watch();
  }

  /** The one line of a connection. */
  static of(connection: NatsConnection): ConnectionState {
    const line = states.get(connection) ?? new ConnectionState(connection);
    states.set(connection, line);
    return line;
  }

  get isUp(): boolean {
    return this.up && !this.connection.isClosed();
  }

  /** Acts now, or as soon as the line is up again. Answers how to give up waiting. */
  whenUp(act: Callback): Callback {
    if (this.isUp) act();
    else this.waiting.add(act);
    return () => void this.waiting.delete(act);
  }

  /** Calls each time the line breaks. Answers how to end that. */
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
