import { isObject, type ToolDefV1 } from '@crumbtrail/contracts';
import { type Tool, type ToolCall, ToolError } from '@crumbtrail/tool-runtime';
import { callServer } from './call-server';
import type { ServerConnection } from './connection';
import { toolNameFor } from './definitions';
import type { ServerContent } from './dial-server';
import { hideBinary } from './hide-binary';
import { truncateUntrusted } from './lenient-schema';
import { plainPart, resourceContent, type ServerResult } from './result';
import type { McpServer } from './servers-file';

/** Most resources, templates or prompts that one call of a tool lists. */
const MOST_LISTED = 100;
const MOST_DESCRIPTION = 300;
const LONGEST_FIELD = 2_000;

type ContentFields = Readonly<Record<string, unknown>>;

const CURSOR = {
  cursor: { type: 'string', description: '`next_cursor` of the page before. Default: the first page.' },
};
const NEXT_PAGE = {
  next_cursor: { type: 'string', description: 'There is another page.' },
  left_out: { type: 'integer', description: `Entries of this page beyond the first ${MOST_LISTED}.` },
};

/** A request of the protocol for the resources or prompts of a server. */
interface ContentRequest {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** Sends a request for a call of a tool. Rejects with a ToolError. */
type Ask = (request: ContentRequest) => Promise<ServerResult>;

/** A tool that every server with this content gets. */
interface ContentTool {
  readonly name: string;
  readonly content: keyof ServerContent;
  readonly title: string;
  readonly description: (server: string) => string;
  readonly input: ToolDefV1['input'];
  readonly output?: ToolDefV1['input'];
  readonly run: (ask: Ask, input: ContentFields) => Promise<unknown>;
}

const objectOf = (properties: ContentFields, required: readonly string[] = []): ToolDefV1['input'] => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
  additionalProperties: false,
});

const listOf = (properties: ContentFields): ContentFields => ({ type: 'array', items: { type: 'object', properties } });
const TEXT = { type: 'string' };

const textField = (shown: string, value: unknown, most = LONGEST_FIELD): ContentFields =>
  typeof value === 'string' && value !== '' ? { [shown]: truncateUntrusted(value, most) } : {};

const describedFields = ({ name, title, description }: ContentFields): ContentFields => ({
  ...textField('name', name),
  ...textField('title', title),
  ...textField('description', description, MOST_DESCRIPTION),
});

function toResource(listed: ContentFields): ContentFields {
  const { uri, mimeType, size } = listed;
  return {
    ...textField('uri', uri),
    ...describedFields(listed),
    ...textField('mime_type', mimeType),
    ...(typeof size === 'number' ? { bytes: size } : {}),
  };
}

const toTemplate = (listed: ContentFields): ContentFields => ({
  ...textField('uri_template', listed['uriTemplate']),
  ...describedFields(listed),
});

const toArgument = (listed: ContentFields): ContentFields => ({
  ...describedFields(listed),
  ...(listed['required'] === true ? { required: true } : {}),
});

function toPrompt(listed: ContentFields): ContentFields {
  const given = objectsIn(listed['arguments']).slice(0, MOST_LISTED).map(toArgument);
  return { ...describedFields(listed), ...(given.length === 0 ? {} : { arguments: given }) };
}

const objectsIn = (value: unknown): ContentFields[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** One page of a list, bounded. */
function pageOf(name: string, result: ServerResult, show: (listed: ContentFields) => ContentFields): ContentFields {
  const all = objectsIn(result[name]);
  const next = result['nextCursor'];
  return {
    [name]: all.slice(0, MOST_LISTED).map(show),
    ...(all.length > MOST_LISTED ? { left_out: all.length - MOST_LISTED } : {}),
    ...(typeof next === 'string' ? { next_cursor: next } : {}),
  };
}

/** The templates of a server; none of one that does not answer the request, because not every server knows it. */
async function listTemplates(ask: Ask): Promise<ContentFields> {
  try {
    const result = await ask({ method: 'resources/templates/list', params: {} });
    const templates = objectsIn(result['resourceTemplates']).slice(0, MOST_LISTED).map(toTemplate);
    return templates.length === 0 ? {} : { templates };
  } catch (error) {
    if (error instanceof ToolError && error.code === 'failed') return {};
    throw error;
  }
}

function toMessage({ role, content }: ContentFields): ContentFields {
  const parts = Array.isArray(content) ? content : [content];
  const shown = parts.map((part) => (isObject(part) ? plainPart(part) : {}));
  return { role: role === 'assistant' ? 'assistant' : 'user', content: shown };
}

function readContents(result: ServerResult): unknown {
  const contents = objectsIn(result['contents']).map(resourceContent);
  const [only] = contents;
  return contents.length === 1 && typeof only?.['text'] === 'string' ? only['text'] : { contents };
}

const CONTENT_TOOLS: readonly ContentTool[] = [
  {
    name: 'list_resources',
    content: 'resources',
    title: 'List resources',
    description: (server) =>
      `Lists the resources of the server ${server}, such as files and records, and the templates of their URIs. Read one with the tool read_resource of that server.`,
    input: objectOf(CURSOR),
    output: objectOf({
      resources: listOf({ uri: TEXT, name: TEXT, description: TEXT }),
      templates: listOf({ uri_template: TEXT, name: TEXT, description: TEXT }),
      ...NEXT_PAGE,
    }),
    run: async (ask, { cursor }) => ({
      ...pageOf('resources', await ask({ method: 'resources/list', params: cursorOf(cursor) }), toResource),
      ...(cursor === undefined ? await listTemplates(ask) : {}),
    }),
  },
  {
    name: 'read_resource',
    content: 'resources',
    title: 'Read a resource',
    description: (server) =>
      `Reads one resource of the server ${server} by its URI, as list_resources gives it or as a template says. Binary data is named with its type and size.`,
    input: objectOf({ uri: { type: 'string', minLength: 1, maxLength: LONGEST_FIELD } }, ['uri']),
    run: async (ask, { uri }) => hideBinary(readContents(await ask({ method: 'resources/read', params: { uri } }))),
  },
  {
    name: 'list_prompts',
    content: 'prompts',
    title: 'List prompts',
    description: (server) =>
      `Lists the prompts that the server ${server} offers, with their arguments. Read one with the tool get_prompt of that server.`,
    input: objectOf(CURSOR),
    output: objectOf({ prompts: listOf({ name: TEXT, description: TEXT }), ...NEXT_PAGE }),
    run: async (ask, { cursor }) =>
      pageOf('prompts', await ask({ method: 'prompts/list', params: cursorOf(cursor) }), toPrompt),
  },
  {
    name: 'get_prompt',
    content: 'prompts',
    title: 'Get a prompt',
    description: (server) => `Returns one prompt of the server ${server}, filled in with arguments, as its messages.`,
    input: objectOf(
      {
        name: { type: 'string', minLength: 1, maxLength: LONGEST_FIELD },
        arguments: { type: 'object', additionalProperties: { type: 'string' } },
      },
      ['name'],
    ),
    run: async (ask, { name, arguments: given = {} }) => {
      const result = await ask({ method: 'prompts/get', params: { name, arguments: given } });
      const messages = objectsIn(result['messages']).map(toMessage);
      return hideBinary({ ...textField('description', result['description']), messages });
    },
  },
];

const cursorOf = (cursor: unknown): Record<string, unknown> => (cursor === undefined ? {} : { cursor });

function definitionOf(server: McpServer, tool: ContentTool, name: string): ToolDefV1 {
  const { title, description, input, output } = tool;
  return {
    name,
    title,
    category: server.name,
    description: description(server.name),
    input,
    ...(output === undefined ? {} : { output }),
    ...(server.timeoutMs === undefined ? {} : { timeout_ms: server.timeoutMs }),
    effect: 'repeatable',
    source: `mcp:${server.name}`,
  };
}

/**
 * Tools that list and read the resources and prompts of a server, for what it has. They ask the server at each call, so that they need no news
 * of changes. `taken`: the names of the server's own tools, which keep them.
 */
export function contentTools(connection: ServerConnection, content: ServerContent, taken: ReadonlySet<string>): Tool[] {
  const { server } = connection;
  return CONTENT_TOOLS.filter((tool) => content[tool.content]).map((tool) => {
    const definition = definitionOf(server, tool, toolNameFor(server.name, tool.name, taken));
    return {
      definition,
      run: (input: Record<string, unknown>, call: ToolCall) =>
        tool.run((request) => callServer(connection, { tool: definition.name, request, call }), input),
    };
  });
}
