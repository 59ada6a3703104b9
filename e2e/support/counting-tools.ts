import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';

/** An MCP server outside the stack that counts real runs of its tools: killing a process of the stack does not reset the count. */
export interface CountingTools {
  readonly url: string;
  /** The number of runs of a tool for a key. */
  runs(tool: string, key: string): number;
  /** The number of runs of a tool that are in progress. */
  atWork(tool: string): number;
  close(): Promise<void>;
}

const input = { type: 'object' as const, properties: { key: { type: 'string' } }, required: ['key'] };
const tools = [
  { name: 'pay', description: 'Pays an order. Never do it twice.', inputSchema: input },
  { name: 'look', description: 'Looks at an order.', inputSchema: input, annotations: { readOnlyHint: true } },
];

/** Starts the server. It has `pay`, which has no annotations and so may run at most once, and `look`, which only reads; each run takes `takesMs()`. */
export async function countingTools(takesMs: () => number): Promise<CountingTools> {
  const counts = new Map<string, number>();
  const working = new Map<string, number>();
  const work = (tool: string, by: number): unknown => working.set(tool, (working.get(tool) ?? 0) + by);
  const handler = createMcpHandler(() => {
    const server = new Server({ name: 'shop', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({ tools }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      const done = `${params.name} ${String(params.arguments?.['key'])}`;
      counts.set(done, (counts.get(done) ?? 0) + 1);
      work(params.name, 1);
      await pause(takesMs());
      work(params.name, -1);
      return { content: [{ type: 'text' as const, text: `did ${done}` }] };
    });
    return server;
  });
  const node = toNodeHandler(handler);
  const http = createServer((request, response) => void node(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    runs: (tool, key) => counts.get(`${tool} ${key}`) ?? 0,
    atWork: (tool) => working.get(tool) ?? 0,
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await handler.close();
    },
  };
}
