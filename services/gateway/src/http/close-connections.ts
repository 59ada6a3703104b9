import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Once the signal fires, a connection closes after its response in progress, and an idle connection closes at once. Node's
 * `close` would wait for connections that never sent a request.
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
