import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';

/** A server of the newest revision over HTTP: without sessions, with a key, and with a list that can change. */
export interface ModernServer {
  readonly url: string;
  /** The `Authorization` headers received. */
  readonly authorizations: ReadonlySet<string | undefined>;
  /** The protocol revisions that clients used. */
  readonly eras: ReadonlySet<string>;
  /** Changes the list of tools and reports it. */
  list(...names: string[]): void;
  /** Answers every request with this status, until called with null. */
  refuse(status: number | null): void;
  close(): Promise<void>;
}

export async function modernServer(...tools: string[]): Promise<ModernServer> {
  let names = tools;
  let refusing: number | null = null;
  const authorizations = new Set<string | undefined>();
  const eras = new Set<string>();
  const make = ({ era }: { era: string }): Server => {
    eras.add(era);
    const server = new Server({ name: 'modern', version: '1' }, { capabilities: { tools: { listChanged: true } } });
    server.setRequestHandler('tools/list', () => ({
      tools: names.map((name) => ({
        name,
        inputSchema: { type: 'object' as const },
        annotations: { readOnlyHint: true },
      })),
    }));
    server.setRequestHandler('tools/call', ({ params }) => ({
      content: [{ type: 'text' as const, text: `${params.name} of ${JSON.stringify(params.arguments)}` }],
    }));
    return server;
  };
  const handler = createMcpHandler(make);
  const node = toNodeHandler(handler);
  const http: HttpServer = createServer((request, response) => {
    authorizations.add(request.headers.authorization);
    if (refusing === null) return void node(request, response);
    response.writeHead(refusing).end();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    authorizations,
    eras,
    list: (...now) => {
      names = now;
      handler.notify.toolsChanged();
    },
    refuse: (status) => void (refusing = status),
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await handler.close();
    },
  };
}
