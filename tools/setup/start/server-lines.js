/** The lines about MCP servers at start: which of the configured ones are unavailable, and why. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { setTimeout: wait } = require('node:timers/promises');

const PATIENCE_MS = 10_000;
const PAUSE_MS = 250;

/** The servers in the tool catalog; an empty list until the tool-runner has tried to connect. */
async function readServers({ url, home }) {
  const authorization = `Bearer ${readFileSync(join(home, 'api-key'), 'utf8').trim()}`;
  const path = '/v1/breadcrumbs?schema=tool.catalog.v1&limit=1';
  const response = await fetch(url + path, { headers: { authorization }, signal: AbortSignal.timeout(PATIENCE_MS) });
  const { breadcrumbs = [] } = await response.json();
  return breadcrumbs[0]?.context.servers ?? [];
}

/** How many servers the file lists that are not disabled. The tool-runner refuses a file that it cannot read. */
function countServers(file) {
  const { mcpServers = {} } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.values(mcpServers).filter(({ disabled }) => disabled !== true).length;
}

const line = ({ name, trouble }) => `MCP server   ${name} is unavailable: ${trouble}`;

/** Waits a few seconds until every configured server was tried. */
async function serverLines(stack, env) {
  if (!env.MCP_SERVERS) return [];
  const expected = countServers(env.MCP_SERVERS);
  const until = Date.now() + PATIENCE_MS;
  let servers = await readServers(stack);
  while (servers.length < expected && Date.now() < until) {
    await wait(PAUSE_MS);
    servers = await readServers(stack);
  }
  const silent = expected - servers.length;
  const waiting = silent > 0 ? [`MCP servers  ${silent} of ${expected} have not answered yet`] : [];
  return [...servers.filter(({ available }) => !available).map(line), ...waiting];
}

module.exports = { serverLines };
