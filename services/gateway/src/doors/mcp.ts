import { All, Controller, Inject, type OnApplicationShutdown, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { refuse } from '@crumbtrail/contracts';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import { type NodeMcpRequestHandler, toNodeHandler } from '@modelcontextprotocol/node';
import {
  type AuthInfo,
  createMcpHandler,
  type McpHttpHandler,
  type McpRequestContext,
  type Server,
} from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import { Asks } from '../adapters/asks.nats';
import { type Caller, callerOf } from '../caller';
import { mcpServer } from '../mcp/mcp-server';
import { Tools } from '../mcp/tools';

/** A page of another site must not speak here in a person's browser, whatever name it gave this address. */
export function requireSameSite({ headers }: Pick<Request, 'headers'>): void {
  const { origin, host } = headers;
  if (origin === undefined) return;
  const site = URL.canParse(origin) ? new URL(origin).host : null;
  if (site === null || site !== host) throw refuse('forbidden', `A page of ${origin} may not speak to this server.`);
}

type WithCaller = Request & { auth?: AuthInfo };

/** The Model Context Protocol over Streamable HTTP, stateless: every request brings its key, and is answered on its own. */
@ApiExcludeController()
@Controller('mcp')
export class McpDoor implements OnApplicationShutdown {
  private readonly handler: McpHttpHandler;
  private readonly answer: NodeMcpRequestHandler;

  constructor(
    tools: Tools,
    private readonly asks: Asks,
    @Inject(LOGGER) logger: Logger,
  ) {
    const onFailure = (error: unknown, tool: string): void => logger.error({ err: error, tool }, 'a tool failed');
    const onerror = (error: Error): void => logger.warn({ reason: error.name }, 'a message of MCP was refused');
    const server = ({ authInfo }: McpRequestContext): Server =>
      mcpServer(tools.all, { caller: authInfo?.extra?.['caller'] as Caller, onFailure });
    // There is nothing to subscribe to: what is asked is answered at once.
    this.handler = createMcpHandler(server, { onerror, maxSubscriptions: 0 });
    this.answer = toNodeHandler(this.handler, { onerror });
  }

  @All()
  async serve(@Req() request: WithCaller, @Res() response: Response): Promise<void> {
    requireSameSite(request);
    const caller = callerOf(request);
    const { key_id } = await this.asks.identify(caller);
    request.auth = { token: caller.key, clientId: key_id, scopes: [], extra: { caller } };
    await this.answer(request, response, request.body as unknown);
  }

  onApplicationShutdown(): Promise<void> {
    return this.handler.close();
  }
}
