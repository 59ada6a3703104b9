import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { Crumbtrail } from '@crumbtrail/client';
import { eventually, findEmbeddedTablesWith, findMessagesWith } from '@crumbtrail/testing';
import { findViolations } from './support/accessibility';
import { inChromium, LONG, openConsole, tooWide, WIDTHS } from './support/console';
import { useStack } from './support/fixture';
import { createTestWorkspace } from './support/test-workspace';

/** The key of a model, which nothing but the model's server may see. */
const CANARY = 'sk-canary-7f3a91c2d4e8';

const stack = useStack({ offline: true, env: { MODEL_PRIVATE_WORKSPACES: '*', VISIT_LINK_HOSTS: '*' } });
const operator = (): Crumbtrail => new Crumbtrail({ url: stack.api.url, key: stack.key });

/** A tool whose code sends the secret WEATHER_KEY to a host that does not exist. */
const weather = (host: string) => ({
  name: 'weather',
  description: 'Asks for the weather.',
  input: { type: 'object' },
  hosts: [host],
  secrets: ['WEATHER_KEY'],
  code: `export default async () => (await fetch('https://${host}/', { headers: { 'x-key': '{{secret WEATHER_KEY}}' } })).status`,
});
const HOST = 'api.invalid.example';
const SENT = `sends the secret WEATHER_KEY to ${HOST}`;

/** What a trial of the tool logged and why it failed. */
async function tryWeather(client: Crumbtrail): Promise<{ logs: unknown; error: unknown }> {
  const { result } = await client.tryTool('weather', { arguments: {} });
  const { logs, error } = result?.context ?? {};
  return { logs, error: error?.message };
}

async function defineWeather(client: Crumbtrail, host = HOST): Promise<void> {
  await client.append({ schema_name: 'tool.def.v1', context: weather(host) });
  await eventually(async () => (await client.tryTool('weather', { arguments: {} })).result !== undefined);
}

describe('the secrets of tools in Chromium', () => {
  const chromium = inChromium();

  test('one is added, used by the tools that it is for and by no other workspace, replaced and removed', async () => {
    const { key, client } = await createTestWorkspace(stack);
    const { page, complaints } = await openConsole(chromium.browser, stack, { key, hash: '#/settings' });
    await page.getByText('No secrets yet.').waitFor(LONG);
    await defineWeather(client);
    expect(await tryWeather(client)).toMatchObject({ error: expect.stringContaining('nobody has saved') as string });

    await page.getByLabel('Name of the secret').fill('WEATHER_KEY');
    await page.getByLabel('Tools that may use it').fill('weather, my_*');
    await page.getByLabel('Hosts that it may be sent to').fill(HOST);
    await page.getByLabel('Value').fill(CANARY);
    await page.getByRole('button', { name: 'Add secret' }).click();
    await page.getByText('WEATHER_KEY is stored.').waitFor(LONG);
    await page.getByRole('cell', { name: 'weather, my_*' }).waitFor(LONG);
    expect(await findViolations(page)).toEqual([]);
    expect(await page.locator('body').innerHTML()).not.toContain(CANARY);
    const { logs, error } = await tryWeather(client);
    expect([logs, String(error)]).toEqual([[SENT], expect.stringContaining(HOST)]);

    const other = await createTestWorkspace(stack);
    await defineWeather(other.client);
    expect(await tryWeather(other.client)).toMatchObject({
      error: expect.stringContaining('nobody has saved') as string,
    });

    await page.getByLabel('Name of the secret').fill('WEATHER_KEY');
    await page.getByLabel('Tools that may use it').fill('my_*');
    await page.getByLabel('Hosts that it may be sent to').fill(HOST);
    await page.getByText('A value is saved. Leave this empty to keep it.').waitFor(LONG);
    await page.getByRole('button', { name: 'Replace secret' }).click();
    await page.getByRole('cell', { name: 'my_*', exact: true }).waitFor(LONG);
    expect(await tryWeather(client)).toMatchObject({
      error: expect.stringContaining('weather is not among those that may use the secret') as string,
    });

    await page.getByRole('button', { name: 'Remove WEATHER_KEY…' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('No secrets yet.').waitFor(LONG);
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test.each(['reader', 'writer'] as const)('a %s is refused by every route', async (role) => {
    const { client } = await createTestWorkspace(stack);
    const { secret } = await client.createKey({ participant: { kind: 'user', id: 'ann' }, role });
    const ann = new Crumbtrail({ url: stack.api.url, key: secret });
    const body = { hosts: [HOST], tools: ['weather'], value: 'x' };
    await client.saveSecret('WEATHER_KEY', body);
    for (const refused of [ann.secrets(), ann.saveSecret('WEATHER_KEY', body), ann.removeSecret('WEATHER_KEY')])
      await expect(refused).rejects.toMatchObject({ status: 403 });
    const context = { name: 'OTHER_KEY', hosts: [HOST], tools: ['weather'] };
    await expect(ann.append({ schema_name: 'tool.secret.v1', context })).rejects.toMatchObject({ status: 403 });
    expect((await ann.list({ schema: 'tool.secret.v1' })).breadcrumbs).toEqual([]);
  });
});

describe('the settings of models in Chromium', () => {
  const chromium = inChromium();

  test('with no model the first screen leads to Settings and to a sample with questions that it answers', async () => {
    const { key } = await createTestWorkspace(stack);
    const { page } = await openConsole(chromium.browser, stack, { key, hash: '#/chat/hello' });
    const steps = page.locator('.first-steps');
    await steps.getByRole('button', { name: 'Load the sample' }).waitFor(LONG);
    expect(await steps.getByText('What can you do?').count()).toBe(0);
    await steps.getByRole('button', { name: 'Load the sample' }).click();
    await page.getByRole('button', { name: 'When does the ferry leave now?' }).click();
    await page.locator('.messages').getByText('9:05').nth(1).waitFor(LONG);
    await page.evaluate('location.hash = "#/chat/another"');
    await steps.getByRole('link', { name: 'Connect a model' }).click();
    await page.getByText('No model is connected').waitFor(LONG);
    expect(await findViolations(page)).toEqual([]);
    await page.close();
  });

  test('a model is tested, connected, used from the next turn on without a restart, changed and disconnected', async () => {
    const { key, client } = await createTestWorkspace(stack);
    const { page, complaints } = await openConsole(chromium.browser, stack, { key, hash: '#/settings' });
    await page.getByLabel('Address', { exact: true }).fill(stack.model.base_url);
    await page.getByLabel('Model', { exact: true }).fill('scripted');
    await page.getByLabel('API key').fill(CANARY);
    stack.model.otherwise({ say: 'OK, from the connected model.' });
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText(/answered in .* s: OK, from the connected model\./).waitFor(LONG);
    expect(stack.model.calls.at(-1)?.headers['authorization']).toBe(`Bearer ${CANARY}`);
    expect((await client.model()).answers).toBe('offline');

    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved. The next turn uses it.').waitFor(LONG);
    await page.getByText('A key is saved. Leave this empty to keep it.').waitFor(LONG);
    expect(await findViolations(page)).toEqual([]);
    expect(await page.locator('body').innerHTML()).not.toContain(CANARY);
    const { responses } = await client.say('hello', 'Are you there?', { wait_ms: 20_000 });
    expect(responses?.[0]?.context['content']).toBe('OK, from the connected model.');

    await page.getByLabel('Model', { exact: true }).fill('scripted-2');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('model: scripted → scripted-2').waitFor(LONG);
    await client.say('hello', 'And now?', { wait_ms: 20_000 });
    expect(stack.model.calls.at(-1)).toMatchObject({
      body: { model: 'scripted-2' },
      headers: { authorization: `Bearer ${CANARY}` },
    });

    await page.getByRole('button', { name: 'Disconnect and remove the key…' }).click();
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
    await page.getByText('disconnected; key removed').waitFor(LONG);
    expect(await client.model()).toMatchObject({ answers: 'offline', history: [{}, {}, {}] });
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('a test that fails says why in plain words, and a key is not sent to another address', async () => {
    const { key, client } = await createTestWorkspace(stack);
    await client.connectModel({ base_url: stack.model.base_url, model: 'scripted', key: CANARY });
    const { page } = await openConsole(chromium.browser, stack, { key, viewport: WIDTHS.phone, hash: '#/settings' });
    await page.getByLabel('Address', { exact: true }).fill('http://127.0.0.1:9/v1');
    await page.getByText('The saved key is for another address').waitFor(LONG);
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText("The model's server cannot be reached").waitFor(LONG);
    expect(await findViolations(page)).toEqual([]);
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
    const other = stack.model.base_url.replace('127.0.0.1', 'localhost');
    await client.testModel({ base_url: other, model: 'scripted' });
    expect(JSON.stringify(stack.model.calls.at(-1)?.headers)).not.toContain(CANARY);
    await page.close();
  });

  test.each(['reader', 'writer'] as const)('a %s is refused by every route and shown nothing', async (role) => {
    const { client } = await createTestWorkspace(stack);
    await client.connectModel({ base_url: stack.model.base_url, model: 'scripted', key: CANARY });
    const { secret } = await client.createKey({ participant: { kind: 'user', id: 'ann' }, role });
    const ann = new Crumbtrail({ url: stack.api.url, key: secret });
    const body = { base_url: 'http://127.0.0.1:9/v1', model: 'other' };
    for (const refused of [ann.model(), ann.connectModel(body), ann.disconnectModel(), ann.testModel(body)])
      await expect(refused).rejects.toMatchObject({ status: 403 });
    expect((await ann.list({ schema: 'model.connection.v1' })).breadcrumbs).toEqual([]);
    const { page } = await openConsole(chromium.browser, stack, { key: secret, hash: '#/settings' });
    await page.getByText('Only operators see and change settings.').waitFor(LONG);
    expect(await page.getByRole('link', { name: 'Settings', exact: true }).count()).toBe(0);
    await page.close();
  });

  test('a saved key is in no table, stream, log, export or reply: only its ciphertext is', async () => {
    const client = operator();
    const before = stack.model.calls.length;
    await client.connectModel({ base_url: stack.model.base_url, model: 'scripted', key: CANARY });
    await client.testModel({ base_url: stack.model.base_url, model: 'scripted' });
    await client.saveSecret('WEATHER_KEY', { hosts: [HOST], tools: ['weather'], value: CANARY });
    await defineWeather(client);
    expect((await tryWeather(client)).logs).toEqual([SENT]);
    const { message } = await client.say('canary', 'Say something.', { wait_ms: 20_000 });
    const used = stack.model.calls.slice(before).map(({ headers }) => headers['authorization']);
    expect(used).toEqual([`Bearer ${CANARY}`, `Bearer ${CANARY}`]);
    stack.model.otherwise({ status: 401, message: `wrong key ${CANARY}` });
    await client.say('canary', 'Say it again.', { wait_ms: 20_000 });
    const [record] = (await client.list({ schema: 'model.connection.v1' })).breadcrumbs;
    const sealed = String(record?.context['sealed_key']);
    expect(sealed).toMatch(/^v1\./);
    const exported = await new Response(await client.exportTrail(message.id)).text();
    const replies = JSON.stringify([
      await client.model(),
      await client.secrets(),
      record,
      await client.history(String(record?.id)),
    ]);
    for (const text of [exported, replies]) expect(text).not.toContain(CANARY);

    await eventually(async () => (await client.status()).relayed === (await client.status()).head);
    const { all, found } = await findMessagesWith(stack.natsLogin('breadcrumb-store'), 'CRUMBS', CANARY);
    expect([all > 0, found]).toEqual([true, []]);
    const logs = join(stack.home, 'logs');
    for (const file of readdirSync(logs)) expect(readFileSync(join(logs, file), 'utf8')).not.toContain(CANARY);

    const file = join(stack.home, 'all.crumbs');
    const bin = resolve(__dirname, '../libs/cli/bin/crumb.js');
    const env = { ...process.env, ...stack.storeEnvironment };
    await promisify(execFile)(process.execPath, [bin, 'backup', file], { env });
    const rows = gunzipSync(readFileSync(file)).toString();
    expect([rows.includes(sealed), rows.includes(CANARY)]).toEqual([true, false]);
    const isEmbedded = (await client.status()).database === 'pglite';
    await stack.halt('services');
    const tablesWith = async (text: string): Promise<string[]> =>
      isEmbedded ? findEmbeddedTablesWith(stack.home, text) : [];
    expect((await tablesWith(sealed)).length > 0).toBe(isEmbedded);
    expect(await tablesWith(CANARY)).toEqual([]);
  });
});
