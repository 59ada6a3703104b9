import type { Readable } from 'node:stream';
import type { Client, Tool as RemoteTool } from '@modelcontextprotocol/client' with { 'resolution-mode': 'import' };
import { boundedFetch } from './bounded-fetch';
import type { McpServer } from './servers-file';
import { tellLines } from './log-lines';

/** What is told of a connection while it lasts. */
export interface ReplyTextStream {
  /** The server lists other tools now. */
  readonly onTools: () => void;
  /** It is gone. */
  readonly onClose: () => void;
  /** Something went wrong on the way; the connection may be gone without having been closed. */
  readonly onTrouble: (error: Error) => void;
  /** A line that the child wrote on stderr. */
  readonly onLine: (line: string) => void;
}

/** A server that is there. */
export interface Dialled {
  readonly client: Client;
  tools(): Promise<RemoteTool[]>;
  /** Ends the session, and the child with it. */
  close(): Promise<void>;
}

const CONNECT_WITHIN_MS = 20_000;
const LIST_WITHIN_MS = 15_000;
const END_WITHIN_MS = 2_000;

type Transport = Parameters<Client['connect']>[0];

interface Road {
  readonly transport: Transport;
  /** Tells the server that we go, where it keeps a session. */
  readonly leave: () => Promise<void>;
}

/** Its libraries take 30 MB, which nobody should pay who has no servers: they are loaded here. */
async function roadTo(server: McpServer, { onLine }: ReplyTextStream): Promise<Road> {
  if (server.kind === 'stdio') {
    const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
    const { command, args, env, cwd } = server;
    // Beside these variables a child gets PATH, HOME, USER and the like; nothing else of ours.
    const transport = new StdioClientTransport({ command, args: [...args], env: { ...env }, cwd, stderr: 'pipe' });
    if (transport.stderr) tellLines(transport.stderr as Readable, onLine);
    return { transport, leave: async () => undefined };
  }
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: { ...server.headers } },
    fetch: boundedFetch,
  });
  return { transport, leave: () => transport.terminateSession() };
}

/** Nothing of a server's schemas is compiled by the client: what they promise is checked where tools are run, within bounds. */
const trusting = {
  getValidator: () => (data: unknown) => ({ valid: true as const, data: data as never, errorMessage: undefined }),
};

/**
 * Connects to a server. `newer`: asks first for the revision 2026-07-28, which takes a second child where servers are children;
 * servers over HTTP are always asked.
 */
export async function dial(
  server: McpServer,
  hearing: ReplyTextStream,
  { newer, signal }: { readonly newer: boolean; readonly signal: AbortSignal },
): Promise<Dialled> {
  const { Client } = await import('@modelcontextprotocol/client');
  const client = new Client(
    { name: 'crumbtrail', title: 'Crumbtrail', version: '1' },
    {
      jsonSchemaValidator: trusting,
      versionNegotiation: { mode: newer || server.kind === 'http' ? 'auto' : 'legacy' },
      listChanged: { tools: { autoRefresh: false, onChanged: () => hearing.onTools() } },
    },
  );
  const { transport, leave } = await roadTo(server, hearing);
  client.onclose = hearing.onClose;
  client.onerror = hearing.onTrouble;
  const close = async (): Promise<void> => {
    client.onclose = undefined;
    client.onerror = undefined;
    await Promise.race([leave(), new Promise((resolve) => setTimeout(resolve, END_WITHIN_MS).unref())]).catch(
      () => undefined,
    );
    await client.close().catch(() => undefined);
  };
  try {
    await client.connect(transport, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(CONNECT_WITHIN_MS)]),
      timeout: CONNECT_WITHIN_MS,
    });
  } catch (error) {
    await close();
    throw error;
  }
  const options = { cacheMode: 'refresh', timeout: LIST_WITHIN_MS } as const;
  return { client, close, tools: async () => (await client.listTools(undefined, options)).tools };
}
