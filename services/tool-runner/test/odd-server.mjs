// A server of the Model Context Protocol with what the reference server has not: a list that changes, a memory of what was called
// off, an environment to show, a flood on stderr, and ways to die.
import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const [, , notes] = process.argv;
const note = (line) => appendFileSync(notes, `${line}\n`);
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const object = { type: 'object' };
const tool = (name, more = {}) => ({ name, description: name, inputSchema: object, ...more });

const server = new Server({ name: 'odd', version: '1' }, { capabilities: { tools: { listChanged: true } } });
let more = [];

const tools = {
  more: async () => {
    more = [tool('extra', { annotations: { readOnlyHint: true } })];
    await server.sendToolListChanged();
    return text('now there is more');
  },
  less: async () => {
    more = [];
    await server.sendToolListChanged();
    return text('now there is less');
  },
  extra: async () => text('something extra'),
  environment: async () => text(JSON.stringify(process.env)),
  huge: async () => text('x'.repeat(5 * 1024 * 1024)),
  flood: async () => {
    for (let n = 0; n < 1_000; n += 1) process.stderr.write(`flood ${n}\n`);
    return text('flooded');
  },
  broken: async (_, { mcpReq }) => {
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: mcpReq.id, result: { content: 'no list' } })}\n`);
    return new Promise(() => undefined);
  },
  // The last progress and the result in one piece, as a busy machine reads them.
  hurried: async (_, { mcpReq }) => {
    const params = { progressToken: mcpReq._meta?.progressToken, progress: 1, total: 1 };
    const progress = { jsonrpc: '2.0', method: 'notifications/progress', params };
    const result = { jsonrpc: '2.0', id: mcpReq.id, result: text('done') };
    process.stdout.write(`${JSON.stringify(progress)}\n${JSON.stringify(result)}\n`);
    return new Promise(() => undefined);
  },
  throws: async () => {
    throw new Error('no luck today');
  },
  // As the reference server for files answers: the same parts twice.
  media: async () => {
    const content = [
      { type: 'image', data: randomBytes(12_000).toString('base64'), mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'file:///keys.txt', mimeType: 'text/plain', blob: 'VGhl' } },
    ];
    return { content, structuredContent: { content } };
  },
  lies: async () => ({ content: [], structuredContent: { n: 'no number' } }),
  die: async () => {
    note('ran die');
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => undefined);
  },
  once: async () => {
    note('ran once');
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => undefined);
  },
  wait: (_, { mcpReq }) =>
    new Promise((resolve) => {
      note('waiting');
      mcpReq.signal.addEventListener('abort', () => {
        note('called off');
        resolve(text('called off'));
      });
    }),
};

const image = { type: 'object', properties: { data: { type: 'string' } }, required: ['type', 'data', 'mimeType'] };
const resource = { type: 'object', properties: { resource: { type: 'object' } }, required: ['type', 'resource'] };
const mediaSchema = {
  type: 'object',
  properties: { content: { type: 'array', items: { anyOf: [image, resource] } } },
  required: ['content'],
};

server.setRequestHandler('tools/list', () => ({
  tools: [
    ...['more', 'less', 'environment', 'huge', 'flood', 'broken', 'hurried', 'throws', 'once', 'wait'].map((name) =>
      tool(name),
    ),
    tool('die', { annotations: { idempotentHint: true } }),
    tool('lies', { outputSchema: { type: 'object', properties: { n: { type: 'number' } } } }),
    tool('media', { outputSchema: mediaSchema }),
    tool('research', { execution: { taskSupport: 'required' } }),
    ...more,
  ],
}));
server.setRequestHandler('tools/call', ({ params }, context) => tools[params.name](params.arguments, context));

note('born');
await server.connect(new StdioServerTransport());
