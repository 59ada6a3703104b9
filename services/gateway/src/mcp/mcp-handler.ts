import type { AuthInfo, McpRequestContext, Server } from '@modelcontextprotocol/server' with {
  'resolution-mode': 'import',
};
import type { Request, Response } from 'express';
import type { Caller } from '../http/caller';
import { mcpServer, type CallOptions, type McpOffers } from './mcp-server';

/** Receives the errors that are not shown to the caller. */
export interface McpHandlerOptions extends Pick<CallOptions, 'onFailure'> {
  /** Called for an invalid MCP message with the error's name only, because its text may quote the message. */
  readonly onRefusal: (name: string) => void;
}

/** Handles MCP requests; each request gets a server for its caller. */
export interface McpHandler {
  answer(caller: Caller, request: Request, response: Response): Promise<void>;
  close(): Promise<void>;
}

/** Creates the handler for all callers. Loads the MCP library on first use, because it takes 0.1 s and 30 MB. */
export async function mcpHandler(offers: McpOffers, { onFailure, onRefusal }: McpHandlerOptions): Promise<McpHandler> {
  const sdk = await import('@modelcontextprotocol/server');
  const { toNodeHandler } = await import('@modelcontextprotocol/node');
  const onerror = ({ name }: Error): void => onRefusal(name);
  const serve = ({ authInfo }: McpRequestContext): Server =>
    mcpServer(sdk, offers, { caller: authInfo?.extra?.['caller'] as Caller, onFailure });
  // There is nothing to subscribe to: every request gets one reply.
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
