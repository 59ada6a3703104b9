import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A loopback port that leads to another one, which can be changed: what a connection pooler or a virtual address is in production. */
export class TcpProxy {
  private readonly open = new Set<Socket>();
  private target: number | null = null;

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.forward(socket));
  }

  static async start(): Promise<TcpProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TcpProxy(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Ends every connection, and leads new ones to `target`; null: they are ended at once. */
  leadTo(target: number | null): void {
    this.target = target;
    for (const socket of this.open) socket.destroy();
  }

  async close(): Promise<void> {
    this.leadTo(null);
    this.server.close();
    await once(this.server, 'close');
  }

  private forward(incoming: Socket): void {
    if (this.target === null) return void incoming.destroy();
    const outgoing = connect(this.target, '127.0.0.1');
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      this.open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
