import type { CallToolResult, Server } from '@modelcontextprotocol/server' with { 'resolution-mode': 'import' };
import { CrumbError, type Issue, type Problem } from '@crumbtrail/contracts';
import type { Caller } from '../http/caller';
import { problemDetails } from '../http/problem-details';
import type { McpTool } from './tool';

const INSTRUCTIONS =
  'Crumbtrail keeps what users, agents and tools say as breadcrumbs, and builds the contexts of agents from them. These tools ask what an agent saw or would see, why, and what led to what, and which calls of tools wait for a person.';

/** The caller of an MCP request, and the logger for internal errors, which the caller does not see. */
export interface CallOptions {
  readonly caller: Caller;
  readonly onFailure: (error: unknown, tool: string) => void;
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

/** Creates a Model Context Protocol server for one request. */
export function mcpServer(sdk: Sdk, tools: readonly McpTool[], serving: CallOptions): Server {
  const server = new sdk.Server(
    { name: 'crumbtrail', title: 'Crumbtrail', version: '1' },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
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
