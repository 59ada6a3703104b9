import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Crumbtrail } from '@crumbtrail/client';
import { EVERYTHING_OVER_STDIO, eventually, everythingServer } from '@crumbtrail/testing';
import { findViolations } from './support/accessibility';
import { inChromium, LONG, openConsole, tooWide, WIDTHS } from './support/console';
import { WITHOUT_MEMORY } from './support/fewer-services';
import { useFixture, useStack } from './support/fixture';
import { createTestWorkspace } from './support/test-workspace';

const web = useFixture(
  async () => {
    const server = await everythingServer();
    await server.start();
    return server;
  },
  (server) => server.kill(),
);
const stack = useStack(() => {
  const MCP_SERVERS = join(mkdtempSync(join(tmpdir(), 'crumbtrail-mcp-')), 'servers.json');
  writeFileSync(MCP_SERVERS, JSON.stringify({ mcpServers: { fixed: EVERYTHING_OVER_STDIO } }));
  const env = { MCP_SERVERS, MCP_PRIVATE_WORKSPACES: '*' };
  return { offline: true, services: { ...WITHOUT_MEMORY, 'tool-runner': { env } } };
});

/** Nothing listens there. */
const DEAD = 'http://127.0.0.1:4/mcp';

async function runCrumb(key: string, ...args: readonly string[]): Promise<string> {
  const bin = resolve(__dirname, '../libs/cli/bin/crumb.js');
  const env = { ...process.env, CRUMBTRAIL_URL: stack.api.url, CRUMBTRAIL_KEY: key };
  return (await promisify(execFile)(process.execPath, [bin, ...args], { env })).stdout;
}

describe('the MCP servers of a workspace in Chromium', () => {
  const chromium = inChromium();

  test('one is tested, added, used without a restart, changed and removed; a dead one says why and holds up none', async () => {
    const { key, client } = await createTestWorkspace(stack);
    const { page, complaints } = await openConsole(chromium.browser, stack, { key, hash: '#/settings' });
    const form = page.getByRole('form', { name: 'Add an MCP server' });
    await form.getByLabel('Name of the server').fill('dead');
    await form.getByLabel('Address of the server').fill(DEAD);
    await form.getByRole('button', { name: 'Test the server' }).click();
    await form.getByText(/^Not connected after .*ECONNREFUSED/).waitFor(LONG);
    await form.getByRole('button', { name: 'Add server' }).click();
    const dead = page.getByRole('listitem', { name: 'dead', exact: true });
    await dead.getByText('unavailable', { exact: true }).waitFor(LONG);
    await dead.getByText(/^Problem: .*ECONNREFUSED/).waitFor(LONG);

    await form.getByLabel('Name of the server').fill('web');
    await form.getByLabel('Address of the server').fill(web.url);
    await form.getByRole('button', { name: 'Test the server' }).click();
    await form.getByText(/web__get-sum/).waitFor(LONG);
    await form.getByRole('button', { name: 'Add server' }).click();
    const added = page.getByRole('listitem', { name: 'web', exact: true });
    await added.getByText('connected', { exact: true }).waitFor(LONG);
    await added.getByText(/^\d+ tools$/).click();
    await added.getByText('web__get-sum').waitFor(LONG);
    expect(await findViolations(page)).toEqual([]);
    const sum = await eventually(async () => {
      const { result } = await client.tryTool('web__get-sum', { arguments: { a: 20, b: 22 }, confirmed: true });
      return result?.context.status === 'ok' ? result.context : null;
    });
    expect(JSON.stringify(sum?.output)).toContain('42');

    await added.getByRole('button', { name: 'Change web' }).click();
    await added.getByLabel('Keep it without connecting it').check();
    await added.getByRole('button', { name: 'Save changes' }).click();
    await added.getByText('disabled', { exact: true }).waitFor(LONG);
    await added.getByText('Who changed it').click();
    await added.getByText(`added ${web.url}`).waitFor(LONG);
    await added.getByRole('button', { name: 'Remove web…' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await added.waitFor({ state: 'detached', ...LONG });
    await dead.getByText('unavailable', { exact: true }).waitFor(LONG);
    const withdrawn = await eventually(async () => {
      const { breadcrumbs } = await client.list({ schema: 'tool.def.v1', limit: 200 });
      return breadcrumbs.find(({ context }) => context['name'] === 'web__get-sum')?.context['unavailable'] ?? null;
    });
    expect(withdrawn).toMatch(/^The MCP server web was (removed|disabled) in Settings\.$/);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('those of the environment are shown and stay, and a command cannot be saved unless the environment allows it', async () => {
    const { key, client } = await createTestWorkspace(stack);
    const { page } = await openConsole(chromium.browser, stack, { key, viewport: WIDTHS.phone, hash: '#/settings' });
    const fixed = page.getByRole('listitem', { name: 'fixed', exact: true });
    await fixed.getByText('connected', { exact: true }).waitFor(LONG);
    await fixed.getByText(/of MCP_SERVERS, in the environment/).waitFor(LONG);
    expect(await fixed.getByRole('button').count()).toBe(0);
    await page.getByText(/Commands cannot be saved here/).waitFor(LONG);
    expect(await page.getByLabel('How it is reached').count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
    const command = client.saveMcpServer('program', { command: 'touch', args: ['/tmp/x'] });
    await expect(command).rejects.toMatchObject({ status: 403 });
    await client.saveMcpServer('fixed', { url: web.url });
    expect((await client.mcpServers()).servers).toMatchObject([
      { name: 'fixed', from: 'environment', state: 'connected' },
      { name: 'fixed', from: 'settings', state: 'overridden' },
    ]);
    await page.close();
  });

  test('are added, listed, tested and removed by the command line', async () => {
    const { key } = await createTestWorkspace(stack);
    expect(await runCrumb(key, 'mcp', 'add', 'web', web.url)).toContain('Added web, which is being connected');
    await eventually(async () => /^web +connected/m.test(await runCrumb(key, 'mcp', 'list')));
    expect(await runCrumb(key, 'mcp', 'test', 'web')).toMatch(/^Connected after \d+ ms[^]*web__get-sum/);
    expect(await runCrumb(key, 'mcp', 'show', 'web')).toContain(`added ${web.url}`);
    expect(await runCrumb(key, 'mcp', 'remove', 'web')).toBe('Removed web.\n');
    await expect(runCrumb(key, 'mcp', 'test', 'web')).rejects.toThrow(/There is no MCP server web/);
  });

  test.each(['reader', 'writer'] as const)('a %s is refused by every route and reads no record', async (role) => {
    const { client } = await createTestWorkspace(stack);
    await client.saveMcpServer('web', { url: web.url });
    const { secret } = await client.createKey({ participant: { kind: 'user', id: 'ann' }, role });
    const ann = new Crumbtrail({ url: stack.api.url, key: secret });
    const body = { url: web.url };
    for (const refused of [
      ann.mcpServers(),
      ann.saveMcpServer('mine', body),
      ann.removeMcpServer('web'),
      ann.testMcpServer('web', body),
      ann.mcpServerHistory('web'),
      ann.append({ schema_name: 'mcp.connection.v1', context: { name: 'mine', ...body } }),
    ])
      await expect(refused).rejects.toMatchObject({ status: 403 });
    expect((await ann.list({ schema: 'mcp.connection.v1' })).breadcrumbs).toEqual([]);
  });
});
