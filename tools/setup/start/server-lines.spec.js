const { createServer } = require('node:http');
const { once } = require('node:events');
const { mkdtempSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { serverLines } = require('./server-lines.js');

const home = mkdtempSync(join(tmpdir(), 'crumb-start-'));
const file = join(home, 'mcp.json');
writeFileSync(join(home, 'api-key'), 'k\n');
writeFileSync(file, JSON.stringify({ mcpServers: { files: {}, broken: {}, off: { disabled: true } } }));

/** Serves a catalog with these lists of servers, one after another. */
async function withCatalogs(lists, use) {
  const server = createServer((request, response) => {
    const servers = lists.length > 1 ? lists.shift() : lists[0];
    response.end(JSON.stringify({ breadcrumbs: [{ context: { servers } }] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use({ url: `http://127.0.0.1:${server.address().port}`, home });
  } finally {
    server.close();
  }
}

test('start: names the MCP servers that are unavailable once all were tried', async () => {
  const files = { name: 'files', available: true };
  const broken = { name: 'broken', available: false, trouble: 'spawn no-such-command ENOENT' };
  const lines = await withCatalogs([[files], [files, broken]], (stack) => serverLines(stack, { MCP_SERVERS: file }));
  expect(lines).toEqual(['MCP server   broken is unavailable: spawn no-such-command ENOENT']);
});

test('start: says nothing about MCP servers when none are configured', async () => {
  expect(await serverLines({ url: 'http://127.0.0.1:9', home }, {})).toEqual([]);
});
