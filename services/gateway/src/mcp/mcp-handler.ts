import type { AuthInfo, McpRequestContext, Server } from '@modelcontextprotocol/server' with {
  'resolution-mode': 'import',
};
import type { Request, Response } from 'express';
import type { Caller } from '../http/caller';
import { mcpServer, type CallOptions } from './mcp-server';
import type { McpTool } from './tool';

/** What the handler tells of what it cannot tell the caller. */
export interface McpHandlerOptions extends Pick<CallOptions, 'onFailure'> {
  /** A message that is no MCP; by the error's name only, for its words may quote the message. */
  readonly onRefusal: (name: string) => void;
}

/** Answers requests of MCP, each on its own, with a server for its caller. */
export interface McpHandler {
  answer(caller: Caller, request: Request, response: Response): Promise<void>;
  close(): Promise<void>;
}

/** One handler for all callers. Its library takes 0.1 s and 30 MB, which nobody should pay before somebody asks: it is loaded here. */
export async function mcpHandler(
  tools: readonly McpTool[],
  { onFailure, onRefusal }: McpHandlerOptions,
): Promise<McpHandler> {
  const sdk = await import('@modelcontextprotocol/server');
  const { toNodeHandler } = await import('@modelcontextprotocol/node');
  const onerror = ({ name }: Error): void => onRefusal(name);
  const serve = ({ authInfo }: McpRequestContext): Server =>
    mcpServer(sdk, tools, { caller: authInfo?.extra?.['caller'] as Caller, onFailure });
  // There is nothing to subscribe to: what is asked is answered at once.
  const handler = sdk.createMcpHandler(serve, { onerror, maxSubscriptions: 0 });
  const node = toNodeHandler(handler, { onerror });
  return {
    answer: async (caller, request, response) => {
      const auth: AuthInfo = { token: caller.key, clientId: 'key', scopes: [], extra: { caller } };
      await node(Object.assign(request, { auth }), response, request.body as unknown);
    },
    close: () => handler.close(),
  };
}
