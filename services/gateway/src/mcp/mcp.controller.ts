import { All, Controller, Inject, type OnApplicationShutdown, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { refuse } from '@crumbtrail/contracts';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import type { Request, Response } from 'express';
import { ServiceRequests } from '../ports';
import { readCaller } from '../http/caller';
import { mcpHandler, type McpHandler } from './mcp-handler';
import { McpResources } from './resources';
import { McpTools } from './tools';
import { refuseDeep } from '../http/parse-shape';

/** Levels of nesting around a tool's arguments: the message and its `params`. */
const AROUND = 2;

/** Rejects requests that a page of another site sends from a person's browser, including DNS rebinding. */
export function requireSameSite({ headers }: Pick<Request, 'headers'>): void {
  const { origin, host } = headers;
  if (origin === undefined) return;
  const site = URL.canParse(origin) ? new URL(origin).host : null;
  if (site === null || site !== host) throw refuse('forbidden', `Pages of ${origin} may not call this server.`);
}

/** The Model Context Protocol over Streamable HTTP, stateless: every request has its own key and reply. */
@ApiExcludeController()
@Controller('mcp')
export class McpController implements OnApplicationShutdown {
  private handler: Promise<McpHandler> | undefined;

  constructor(
    private readonly tools: McpTools,
    private readonly resources: McpResources,
    private readonly requests: ServiceRequests,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @All()
  async serve(@Req() request: Request, @Res() response: Response): Promise<void> {
    requireSameSite(request);
    const caller = readCaller(request);
    await this.requests.identify(caller);
    refuseDeep(request.body, AROUND);
    this.handler ??= this.load();
    const handler = await this.handler;
    await handler.answer(caller, request, response);
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.handler)?.close();
  }

  private load(): Promise<McpHandler> {
    return mcpHandler(
      { tools: this.tools.all, resources: this.resources },
      {
        onFailure: (error, asked) => this.logger.error({ err: error, asked }, 'a request of MCP failed'),
        onRefusal: (reason) => this.logger.warn({ reason }, 'a message of MCP was refused'),
      },
    );
  }
}
