import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Once the signal fires, a connection ends with the answer that is on its way, and one without any ends at once. Node's
 * own close would wait for connections on which nothing was ever asked.
 */
export function closeConnections(server: Server, closing: AbortSignal): void {
  const sockets = new Map<Socket, number>();
  const release = (socket: Socket): void => {
    if (closing.aborted && sockets.get(socket) === 0) socket.destroySoon();
  };
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, 0);
    socket.once('close', () => sockets.delete(socket));
    release(socket);
  });
  server.prependListener('request', ({ socket }: { socket: Socket }, response: ServerResponse) => {
    sockets.set(socket, (sockets.get(socket) ?? 0) + 1);
    response.once('close', () => {
      if (sockets.has(socket)) sockets.set(socket, (sockets.get(socket) as number) - 1);
      release(socket);
    });
  });
  closing.addEventListener('abort', () => [...sockets.keys()].forEach(release));
}
