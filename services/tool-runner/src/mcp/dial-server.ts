import { endsWithin } from '@crumbtrail/platform';
import { z } from 'zod';
import type { Readable } from 'node:stream';
import type { Client, JSONRPCResponse } from '@modelcontextprotocol/client' with { 'resolution-mode': 'import' };
import { boundedFetch } from './bounded-fetch';
import type { FormReply } from './form-questions';
import type { McpServer } from './servers-file';
import { tellLines } from './log-lines';

/** Events of a connection. */
export interface ConnectionEvents {
  /** The server's list of tools has changed. */
  readonly onTools: () => void;
  /** The connection has closed. */
  readonly onClose: () => void;
  /** A transport error; the connection may be lost without having been closed. */
  readonly onTrouble: (error: Error) => void;
  /** The server asks for the input of a person; it has withdrawn that once the signal is aborted. */
  readonly onInput: (params: Readonly<Record<string, unknown>>, withdrawn: AbortSignal) => Promise<FormReply>;
  /** A line that the child process wrote to stderr. */
  readonly onLine: (line: string) => void;
}

/** What a server has besides tools. */
export interface ServerContent {
  readonly resources: boolean;
  readonly prompts: boolean;
}

/** A connected server. */
export interface Dialled {
  readonly client: Client;
  /** The revision of the protocol that both sides speak. */
  readonly revision: string;
  /** It is one before 2026-07-28. */
  readonly isLegacy: boolean;
  readonly content: ServerContent;
  /** What the server lists as its tools, unchecked: one that is broken must not lose the others. */
  tools(): Promise<unknown[]>;
  /** Ends the session and stops the child process. */
  close(): Promise<void>;
}

const CONNECT_WITHIN_MS = 20_000;
const PROBE_WITHIN_MS = 8_000;
const LIST_WITHIN_MS = 15_000;
/** Most pages of a list of tools that are read. */
const MOST_PAGES = 100;
const END_WITHIN_MS = 2_000;

type Transport = Parameters<Client['connect']>[0];
type NegotiationOptions = NonNullable<NonNullable<ConstructorParameters<typeof Client>[1]>['versionNegotiation']>;

interface Road {
  readonly transport: Transport;
  /** Ends the session on a server that keeps one. */
  readonly leave: () => Promise<void>;
}

/** Loaded only when servers are configured, because the libraries take 30 MB of memory. */
async function roadTo(server: McpServer, { onLine }: ConnectionEvents): Promise<Road> {
  if (server.kind === 'stdio') {
    const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
    const { command, args, env, cwd } = server;
    // Besides these variables a child process gets only PATH, HOME, USER and the like from our environment.
    const transport = new StdioClientTransport({ command, args: [...args], env: { ...env }, cwd, stderr: 'pipe' });
    if (transport.stderr) tellLines(transport.stderr as Readable, onLine);
    return { transport, leave: async () => undefined };
  }
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: { ...server.headers } },
    fetch: (url, init) => boundedFetch(url, init, server.fetch),
  });
  return { transport, leave: () => transport.terminateSession() };
}

/** The client compiles none of the server's schemas; results are checked where tools are run, with limits. */
const trusting = {
  getValidator: () => (data: unknown) => ({ valid: true as const, data: data as never, errorMessage: undefined }),
};

/** A child process that does not answer in time speaks an earlier revision; an HTTP server that does not answer is away. */
function negotiation({ kind }: McpServer, newer: boolean): NegotiationOptions {
  if (kind === 'http') return { mode: 'auto' };
  return newer ? { mode: 'auto', probe: { timeoutMs: PROBE_WITHIN_MS } } : { mode: 'legacy' };
}

/** A client that is not connected yet. */
async function createClient(server: McpServer, hearing: ConnectionEvents, newer: boolean): Promise<Client> {
  const { Client } = await import('@modelcontextprotocol/client');
  /**
   * Takes a result after the notifications that came before it. The client of the SDK (2.4.0) puts those off and not results, so that the last
   * progress of a call was lost where both came in one piece: findings/mcp-client-loses-the-last-progress.sh.
   */
  class OrderedClient extends Client {
    protected override _onresponse(response: JSONRPCResponse): void {
      queueMicrotask(() => super._onresponse(response));
    }
  }
  const client = new OrderedClient(
    { name: 'crumbtrail', title: 'Crumbtrail', version: '1' },
    {
      jsonSchemaValidator: trusting,
      capabilities: { elicitation: { form: {} } },
      inputRequired: { autoFulfill: false },
      versionNegotiation: negotiation(server, newer),
      listChanged: { tools: { autoRefresh: false, onChanged: () => hearing.onTools() } },
    },
  );
  client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
    const reply = await hearing.onInput({ ...params }, mcpReq.signal);
    return reply.action === 'accept' ? { ...reply, content: { ...reply.content } } : { action: reply.action };
  });
  client.onclose = hearing.onClose;
  client.onerror = hearing.onTrouble;
  return client;
}

/** What the server said of itself when it was connected. */
function describeServer(client: Client): Pick<Dialled, 'revision' | 'isLegacy' | 'content' | 'tools'> {
  const { tools, resources, prompts } = client.getServerCapabilities() ?? {};
  const content = { resources: resources !== undefined, prompts: prompts !== undefined };
  const hasTools = tools !== undefined || !(content.resources || content.prompts);
  return {
    revision: client.getNegotiatedProtocolVersion() ?? 'unknown',
    isLegacy: client.getProtocolEra() === 'legacy',
    content,
    tools: () => (hasTools ? listTools(client) : askForContent(client, content)),
  };
}

/**
 * Connects to a server. `newer`: asks first whether it speaks the revision 2026-07-28. Of a stdio server this asks a second child process,
 * which ends at once; HTTP servers are always asked.
 */
export async function dialServer(
  server: McpServer,
  hearing: ConnectionEvents,
  { newer, signal }: { readonly newer: boolean; readonly signal: AbortSignal },
): Promise<Dialled> {
  const client = await createClient(server, hearing, newer);
  const { transport, leave } = await roadTo(server, hearing);
  const close = async (): Promise<void> => {
    client.onclose = undefined;
    client.onerror = undefined;
    await endsWithin(leave(), END_WITHIN_MS).catch(() => undefined);
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
  return { client, close, ...describeServer(client) };
}

/** Asks a server without tools for its content, to learn whether it is there. It has no tools to list. */
async function askForContent(client: Client, { resources }: ServerContent): Promise<[]> {
  const method = resources ? 'resources/list' : 'prompts/list';
  await client.request({ method, params: {} }, z.looseObject({}), { timeout: LIST_WITHIN_MS });
  return [];
}

const listPage = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

/** All pages of the list of tools. The client's own reader would refuse the whole list for one tool that is broken. */
async function listTools(client: Client): Promise<unknown[]> {
  const listed: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const { tools, nextCursor } = await client.request({ method: 'tools/list', params }, listPage, {
      timeout: LIST_WITHIN_MS,
    });
    listed.push(...tools);
    if (nextCursor === undefined || nextCursor === cursor) return listed;
    cursor = nextCursor;
  }
  return listed;
}
