import type { CallToolResult, Server } from '@modelcontextprotocol/server' with { 'resolution-mode': 'import' };
import { CrumbError, type Issue, type Problem } from '@crumbtrail/contracts';
import type { Caller } from '../http/caller';
import { problemDetails } from '../http/problem-details';
import { type McpResources, RESOURCE_TEMPLATES } from './resources';
import type { McpTool } from './tool';

const INSTRUCTIONS =
  'Crumbtrail keeps what users, agents and tools say as breadcrumbs, and builds the contexts of agents from them. These tools ask what an agent saw or would see, why, and what led to what, and which calls of tools wait for a person. Trails and contexts are resources, too.';

/** What the server has for every caller. */
export interface McpOffers {
  readonly tools: readonly McpTool[];
  readonly resources: McpResources;
}

/** The caller of an MCP request, and the logger for internal errors, which the caller does not see. */
export interface CallOptions {
  readonly caller: Caller;
  /** `asked` is the name of a tool or a method of MCP. */
  readonly onFailure: (error: unknown, asked: string) => void;
}

const toResult = (value: object): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value as Record<string, unknown>,
});

/** The issues that the detail of an error does not say already, a line for each. */
const furtherIssues = (detail: string, issues: readonly Issue[]): string =>
  issues
    .filter(({ path, message }) => !detail.includes(`${path} ${message}`))
    .map(({ path, message }) => `\n- ${path || 'the arguments'}: ${message}`)
    .join('');

/** Formats an error as text that the model can act on. */
function toErrorResult(problem: Problem, tool: string): CallToolResult {
  const { code, detail, issues = [] } = problemDetails(problem, tool);
  return { isError: true, content: [{ type: 'text', text: `${code}: ${detail}${furtherIssues(detail, issues)}` }] };
}

async function call(tool: McpTool, args: unknown, { caller, onFailure }: CallOptions): Promise<CallToolResult> {
  try {
    return toResult(await tool.call(caller, args ?? {}));
  } catch (error) {
    if (error instanceof CrumbError && error.code !== 'internal') return toErrorResult(error.problem, tool.name);
    onFailure(error, tool.name);
    return toErrorResult({ code: 'internal', message: '' }, tool.name);
  }
}

type Sdk = typeof import('@modelcontextprotocol/server', { with: { 'resolution-mode': 'import' } });

/** The error of a request for resources in the protocol's form. What does not exist and what the caller may not read give the same error. */
function toProtocolError(sdk: Sdk, problem: Problem, uri: string | undefined): Error {
  const { code, detail } = problemDetails(problem, uri ?? '');
  if (uri !== undefined && code === 'not_found')
    return new sdk.ResourceNotFoundError(uri, `There is no trail or context at ${uri.slice(0, 120)}.`);
  if (uri !== undefined && code === 'erased') return new sdk.ResourceNotFoundError(uri, `${code}: ${detail}`);
  return new sdk.ProtocolError(sdk.ProtocolErrorCode.InternalError, `${code}: ${detail}`);
}

/** Serves the trails and contexts that the caller may read. */
function serveResources(sdk: Sdk, server: Server, resources: McpResources, { caller, onFailure }: CallOptions): void {
  const attempt = async <T>(method: string, request: Promise<T>, uri?: string): Promise<T> => {
    try {
      return await request;
    } catch (error) {
      if (error instanceof CrumbError && error.code !== 'internal') throw toProtocolError(sdk, error.problem, uri);
      onFailure(error, method);
      throw toProtocolError(sdk, { code: 'internal', message: '' }, uri);
    }
  };
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...RESOURCE_TEMPLATES] }));
  server.setRequestHandler('resources/list', async ({ method }) => ({
    resources: await attempt(method, resources.list(caller)),
  }));
  server.setRequestHandler('resources/read', async ({ method, params: { uri } }) => ({
    contents: await attempt(method, resources.read(caller, uri), uri),
  }));
}

/** Creates a Model Context Protocol server for one request. */
export function mcpServer(sdk: Sdk, { tools, resources }: McpOffers, serving: CallOptions): Server {
  const server = new sdk.Server(
    { name: 'crumbtrail', title: 'Crumbtrail', version: '1' },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  serveResources(sdk, server, resources, serving);
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ name, title, description, inputSchema, outputSchema, writes }) => ({
      name,
      title,
      description,
      inputSchema,
      outputSchema,
      annotations: { readOnlyHint: !writes, destructiveHint: writes, openWorldHint: false },
    })),
  }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    return call(tool, params.arguments, serving);
  });
  return server;
}
