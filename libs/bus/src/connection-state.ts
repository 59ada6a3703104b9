import type { NatsConnection } from 'nats';

type Act = () => void;

const lines = new WeakMap<NatsConnection, ConnectionState>();

/**
 * Whether the connection is up now. The client drops what is sent while it is not, so that what matters waits here for the
 * line to come back, and who waits for an answer over a line that broke is told at once.
 */
export class ConnectionState {
  private up = true;
  private readonly held = new Set<Act>();
  private readonly onBreak = new Set<Act>();

  private constructor(private readonly connection: NatsConnection) {
    void this.watch();
  }

  /** The one line of a connection. */
  static of(connection: NatsConnection): ConnectionState {
    const line = lines.get(connection) ?? new ConnectionState(connection);
    lines.set(connection, line);
    return line;
  }

  get isUp(): boolean {
    return this.up && !this.connection.isClosed();
  }

  /** Acts now, or as soon as the line is up again. Answers how to give up waiting. */
  send(act: Act): Act {
    if (this.isUp) act();
    else this.held.add(act);
    return () => void this.held.delete(act);
  }

  /** Calls each time the line breaks. Answers how to end that. */
  whenBroken(act: Act): Act {
    this.onBreak.add(act);
    return () => void this.onBreak.delete(act);
  }

  private async watch(): Promise<void> {
    for await (const { type } of this.connection.status()) {
      if (type === 'disconnect') {
        this.up = false;
        for (const act of [...this.onBreak]) act();
      }
      if (type === 'reconnect') {
        this.up = true;
        for (const act of [...this.held]) {
          this.held.delete(act);
          act();
        }
      }
    }
  }
}
