import type { ClientBase } from 'pg';

const READ_SERVER = `select concat_ws(' ', host(inet_server_addr()), inet_server_port(), pg_postmaster_start_time()) as server`;

/** Two connections of a reader lead to different servers, or to a server that has started again. */
export class OtherServer extends Error {
  override readonly name = 'OtherServer';
  constructor() {
    super(
      'DATABASE_URL leads to another server than before, or that server has started again. This reader ends and starts again. ' +
        'Where this repeats, DATABASE_URL leads to several replicas: give each reader the address of one.',
    );
  }
}

/**
 * Accepts connections to one server only. How far a replica is says nothing about another one, so a reader that compared the first and answered from the second
 * would answer from the past.
 */
export class OneServer {
  private server: string | null = null;

  constructor(
    /** Called when a connection leads elsewhere; no statement is sent over it. */
    private readonly onOther: (error: Error) => void,
  ) {}

  /** The option `verify` of a pool of `pg`, which calls it for each new connection. */
  readonly verify = (client: ClientBase, done: (error?: Error) => void): void => {
    this.requireSame(client).then(() => done(), done);
  };

  private async requireSame(client: ClientBase): Promise<void> {
    const { rows } = await client.query<{ server: string }>(READ_SERVER);
    const server = rows[0]?.server ?? '';
    this.server ??= server;
    if (this.server === server) return;
    const error = new OtherServer();
    this.onOther(error);
    throw error;
  }
}
