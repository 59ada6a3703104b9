import { z } from 'zod';
import type { McpServerState } from '../operations/mcp-servers';
import { defineRoute } from './define-route';
import { integer, list, participant, time, typedAs } from './fields';

const TAG = 'for operators';

/** How a header names a secret of the workspace. */
const SECRET = /\{\{secret [A-Z][A-Z0-9_]{0,63}\}\}/;
/** Headers whose value is a secret by their name. */
const CREDENTIAL = /authorization|cookie|token|secret|password|key/i;
/** Headers that belong to the connection and to the protocol. */
const RESERVED =
  /^(?:host|connection|content-length|content-type|transfer-encoding|accept|upgrade|te|trailer|expect|last-event-id|mcp-.*|proxy-.*|sec-.*)$/i;

const nameParams = z.object({
  name: z
    .string()
    .max(24)
    .regex(
      /^[a-z][a-z0-9-]*(?:_[a-z0-9-]+)*$/,
      'must be small letters, digits, - and single _ between them, such as issues',
    ),
});

const headers = z
  .record(
    z
      .string()
      .max(64)
      .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'must be the name of a header')
      .refine((header) => !RESERVED.test(header), 'is a header that the connection sets itself'),
    z
      .string()
      .max(1_024)
      .regex(/^[\x20-\x7e]*$/, 'must be of printable ASCII characters, as headers are'),
  )
  .refine((all) => Object.keys(all).length <= 16, 'must be at most 16')
  .refine(
    (all) => Object.entries(all).every(([header, value]) => !CREDENTIAL.test(header) || SECRET.test(value)),
    'must name a secret where they carry one, such as "Bearer {{secret ISSUES_TOKEN}}": a value that is written here is stored as it is',
  );

const serverBody = z
  .strictObject({
    url: z
      .string()
      .max(512)
      .regex(
        /^https?:\/\/[^\s@?#]+$/,
        'must begin with http:// or https://, without a user, a password or a query, such as https://mcp.example.com/mcp',
      )
      .refine((text) => URL.canParse(text), 'must be a URL')
      .optional()
      .describe('Its address (Streamable HTTP).'),
    headers: headers
      .optional()
      .describe('Headers of requests to its address; `{{secret NAME}}` stands for a secret of the workspace.'),
    command: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe('The program to start, where the environment of the tool-runner allows it.'),
    args: z.array(z.string().max(1_024)).max(64).optional().describe('The arguments of the program.'),
    timeout_ms: z.int().min(1).max(600_000).optional().describe('How long one call of a tool may take. Default: 30 s.'),
    disabled: z.boolean().optional().describe('It is kept, and not connected. Default: false.'),
  })
  .refine(({ url, command }) => (url === undefined) !== (command === undefined), 'must have a url or a command')
  .refine((body) => body.url === undefined || body.args === undefined, 'args are those of a command')
  .refine((body) => body.command === undefined || body.headers === undefined, 'headers are those of a url')
  .meta({ id: 'McpServerBody' });

/** An MCP server to save or to try. */
export type McpServerBody = z.input<typeof serverBody>;

const offered = list(z.object({ name: z.string(), description: z.string() }));

const server = z
  .object({
    name: z.string(),
    from: z
      .enum(['environment', 'settings'])
      .describe('Where it is configured. One of the environment cannot be changed here, and takes precedence.'),
    kind: z.enum(['http', 'stdio']),
    url: z.string().optional(),
    headers: typedAs<Readonly<Record<string, string>>>({ type: 'object', additionalProperties: { type: 'string' } })
      .optional()
      .describe('Never the values of secrets.'),
    command: z.string().optional(),
    args: list(z.string()).optional(),
    timeout_ms: integer.optional(),
    state: typedAs<McpServerState['state'] | 'disabled' | 'overridden'>({
      type: 'string',
      enum: ['connecting', 'connected', 'unavailable', 'disabled', 'overridden'],
    }).describe('`overridden`: the environment configures a server whose tools would have the same names.'),
    trouble: z.string().optional().describe('Why it is unavailable.'),
    last_error: z
      .object({ at: time, message: z.string() })
      .optional()
      .describe('The last failure since the tool-runner was started, also after it was connected again.'),
    revision: z.string().optional().describe('The revision of the protocol that both sides speak.'),
    tools: offered.describe('The tools that it offers now, as agents are granted them.'),
    version: integer.optional(),
    saved_at: time.optional(),
    saved_by: participant.optional(),
  })
  .meta({ id: 'McpServer' });

/** An MCP server as it is shown. */
export type McpServerView = Readonly<z.output<typeof server>>;

const servers = z
  .object({
    servers: list(server).describe('By name, those of the environment too.'),
    allows_commands: z
      .boolean()
      .describe('Whether a command may be saved: the environment of the tool-runner allows it in this workspace.'),
    allows_private: z.boolean().describe('Whether an address may be saved that is not public.'),
  })
  .meta({ id: 'McpServers' });

/** The MCP servers of a workspace. */
export type McpServerList = Readonly<z.output<typeof servers>>;

const history = z
  .object({
    history: list(
      z.object({
        version: integer,
        at: time,
        by: participant,
        changes: list(z.string()).describe('What was changed, in words; never a secret.'),
      }),
    ).describe('Who changed what, the latest first; at most 100.'),
  })
  .meta({ id: 'McpServerHistory' });

/** Who has changed an MCP server. */
export type McpServerChanges = Readonly<z.output<typeof history>>['history'];

export const ListMcpServers = defineRoute({
  name: 'listMcpServers',
  method: 'GET',
  path: '/v1/mcp-servers',
  tag: TAG,
  summary: 'List the MCP servers of the workspace, how they are and which tools they offer',
  role: 'operator',
  replies: { 200: servers },
});

export const SaveMcpServer = defineRoute({
  name: 'saveMcpServer',
  method: 'PUT',
  path: '/v1/mcp-servers/:name',
  tag: TAG,
  summary: 'Add or change an MCP server; it is connected at once, and its tools can be granted',
  role: 'operator',
  params: nameParams,
  body: serverBody,
  replies: { 200: server },
  errors: ['version_conflict'],
});

export const RemoveMcpServer = defineRoute({
  name: 'removeMcpServer',
  method: 'DELETE',
  path: '/v1/mcp-servers/:name',
  tag: TAG,
  summary: 'Remove an MCP server: it is disconnected, and its tools are offered to no agent',
  role: 'operator',
  params: nameParams,
  replies: { 200: server },
  errors: ['not_found', 'version_conflict'],
});

export const TestMcpServer = defineRoute({
  name: 'testMcpServer',
  method: 'POST',
  path: '/v1/mcp-servers/:name/test',
  tag: TAG,
  summary: 'Connect to an MCP server once and list its tools; stores nothing and calls no tool',
  role: 'operator',
  params: nameParams,
  body: serverBody,
  replies: {
    200: z
      .object({
        ok: z.boolean(),
        latency_ms: integer,
        message: z.string().describe('What the server calls itself, or why it could not be used.'),
        tools: offered,
      })
      .meta({ id: 'McpServerTrial' }),
  },
});

export const ReadMcpServerHistory = defineRoute({
  name: 'readMcpServerHistory',
  method: 'GET',
  path: '/v1/mcp-servers/:name/history',
  tag: TAG,
  summary: 'Read who has added, changed and removed an MCP server',
  role: 'operator',
  params: nameParams,
  replies: { 200: history },
  errors: ['not_found'],
});
