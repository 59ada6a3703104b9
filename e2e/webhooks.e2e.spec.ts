import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { NewWebhook, WebhookBody } from '@crumbtrail/contracts/http/webhooks';
import { Crumbtrail } from '@crumbtrail/client';
import { Api, eventually } from '@crumbtrail/testing';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { useStack } from './support/fixture';
import { createTestWorkspace } from './support/test-workspace';

const ATTEMPTS = 9;

const stack = useStack({
  services: WITHOUT_TOOLS,
  apart: ['gateway'],
  env: { WEBHOOK_PRIVATE_WORKSPACES: 'default', WEBHOOK_RETRY_MS: '40', WEBHOOK_ATTEMPTS: `${ATTEMPTS}` },
});
const operator = (): Crumbtrail => new Crumbtrail({ url: stack.api.url, key: stack.key });

interface Received {
  readonly id: string;
  readonly data: { readonly position: number; readonly session?: string };
}

/** A receiver on loopback. It keeps what it has taken, in the order of arrival. */
class Receiver {
  readonly taken: Received[] = [];
  isDown = false;
  redirectsTo?: string;
  refused = 0;
  private readonly server: Server = createServer((request, response) => {
    void this.read(request).then((body) => {
      if (this.isDown || this.redirectsTo !== undefined) this.refused += 1;
      else this.taken.push(JSON.parse(body) as Received);
      if (this.redirectsTo === undefined) response.writeHead(this.isDown ? 503 : 204).end();
      else response.writeHead(307, { location: this.redirectsTo }).end();
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/events`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** The ids in the order in which each came first. */
  get ids(): string[] {
    return [...new Set(this.taken.map(({ id }) => id))];
  }

  private async read(request: IncomingMessage): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  }
}

const receivers: Receiver[] = [];
const children: ChildProcess[] = [];
afterEach(() => {
  receivers.splice(0).forEach((one) => one.stop());
  children.splice(0).forEach((one) => one.kill('SIGKILL'));
});

async function addWebhook(
  filter: Partial<WebhookBody> & { name: string },
  isDown = false,
): Promise<[Receiver, NewWebhook]> {
  const receiver = new Receiver();
  receiver.isDown = isDown;
  receivers.push(receiver);
  const url = await receiver.start();
  return [receiver, await operator().createWebhook({ url, ...filter })];
}

/** Writes notes in batches; the positions in the log are those of the notes. */
async function writeNotes(session: string, count: number, more: object = {}): Promise<number[]> {
  const positions: number[] = [];
  for (let from = 0; from < count; from += 100) {
    const breadcrumbs = Array.from({ length: Math.min(100, count - from) }, (_, n) => ({
      schema_name: 'world.event.v1',
      session,
      context: { text: `note ${from + n}` },
      ...more,
    }));
    const { breadcrumbs: stored } = await stack.api.post<{ breadcrumbs: { position: number }[] }>(
      '/v1/breadcrumbs/batch',
      { breadcrumbs },
    );
    positions.push(...stored.map(({ position }) => position));
  }
  return positions;
}

const orderOf = (receiver: Receiver): number[] => {
  const first = new Map<string, number>();
  for (const { id, data } of receiver.taken) if (!first.has(id)) first.set(id, data.position);
  return [...first.values()];
};

const LONG = { withinMs: 120_000 };

test('a receiver that was down gets all 1,000 events in log order, although the delivering process is killed in the middle', async () => {
  const positions = await writeNotes('thousand', 1_000);
  const [receiver] = await addWebhook({ name: 'thousand', session: 'thousand', after: (positions[0] ?? 0) - 1 }, true);
  await eventually(() => receiver.refused > 2, LONG);
  receiver.isDown = false;
  await eventually(() => receiver.ids.length >= 100, LONG);
  await stack.kill('gateway');
  expect(receiver.ids.length).toBeLessThan(1_000);
  await stack.start('gateway');
  await eventually(() => receiver.ids.length === 1_000, LONG);
  expect(orderOf(receiver)).toEqual(positions);
  // A process that is killed may have sent one event that it could not record.
  expect(receiver.taken.length).toBeLessThanOrEqual(1_001);
}, 300_000);

test('an event that a receiver does not take after the last attempt becomes a dead letter, and the next one is sent', async () => {
  const [receiver] = await addWebhook({ name: 'dead', session: 'dead' }, true);
  const [first, second] = await writeNotes('dead', 2);
  await eventually(() => receiver.refused >= ATTEMPTS, LONG);
  receiver.isDown = false;
  await eventually(() => receiver.ids.length === 1, LONG);
  expect(orderOf(receiver)).toEqual([second]);
  const letters = (await operator().deadLetters()).filter(({ context }) => context.durable === 'webhook-dead');
  expect(letters.map(({ context }) => [context.event.position, context.deliveries])).toEqual([[first, ATTEMPTS]]);
  const replay = await stack.api.request('POST', `/v1/dead-letters/${letters[0]?.id}/replay`);
  expect(replay).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining(`crumb webhooks replay dead ${(first ?? 0) - 1}`) as string },
  });
}, 200_000);

test('a webhook gets neither events of another workspace nor what its reader may not read, and no text', async () => {
  const [receiver] = await addWebhook({ name: 'public', session: 'rights' });
  const [anns] = await addWebhook({ name: 'anns', session: 'rights', reader: 'user:ann' });
  const other = await createTestWorkspace(stack);
  const foreign = new Api(stack.api.url, () => other.key);
  const context = { text: 'foreign' };
  await foreign.post('/v1/breadcrumbs', { schema_name: 'world.event.v1', session: 'rights', context });
  const [secret] = await writeNotes('rights', 1, { audience: ['user:ann'] });
  const [known] = await writeNotes('rights', 1);
  await eventually(() => receiver.ids.length === 1 && anns.ids.length === 2, LONG);
  expect(orderOf(receiver)).toEqual([known]);
  expect(orderOf(anns)).toEqual([secret, known]);
  expect(JSON.stringify(anns.taken)).not.toContain('note 0');
});

test('a replay sends the events after a position again, with the same ids', async () => {
  const [receiver] = await addWebhook({ name: 'again', session: 'again' });
  const [first = 0] = await writeNotes('again', 3);
  await eventually(() => receiver.taken.length === 3, LONG);
  await operator().replayWebhook('again', first);
  await eventually(() => receiver.taken.length === 5, LONG);
  const ids = receiver.taken.map(({ id }) => id);
  expect(ids.slice(3)).toEqual(ids.slice(1, 3));
});

test('a redirect is a failure: the address that it names gets nothing', async () => {
  const [inside] = await addWebhook({ name: 'inside', session: 'inside' });
  const { url: target } = (await operator().webhooks()).find(({ name }) => name === 'inside') as { url: string };
  const [receiver] = await addWebhook({ name: 'redirects', session: 'redirects' });
  receiver.redirectsTo = target;
  expect(await operator().testWebhook('redirects')).toMatchObject({ ok: false, message: 'unexpected redirect' });
  expect(inside.taken).toEqual([]);
});

test('the example takes signed events, prints each once, and refuses another body or signature', async () => {
  const [receiver, webhook] = await addWebhook({ name: 'example-secret' });
  await operator().removeWebhook('example-secret');
  receiver.stop();
  // The port that was free a moment ago: the secret belongs to the address, so the webhook is added once the example listens.
  const port = new URL(webhook.url).port;
  const { secret } = await operator().createWebhook({ name: 'example', url: webhook.url, session: 'example' });
  const child = spawn(process.execPath, [join(__dirname, '../examples/webhook-receiver/receiver.js')], {
    env: { PATH: process.env['PATH'], WEBHOOK_SECRET: secret, PORT: port },
  });
  children.push(child);
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  await eventually(async () => (await operator().testWebhook('example')).ok, LONG);
  const [position = 0] = await writeNotes('example', 1);
  await eventually(() => lines.some((line) => line.includes('world.event.v1.created')), LONG);
  await operator().replayWebhook('example', position - 1);
  await eventually(async () => (await operator().webhooks()).some(({ delivered }) => delivered === 2), LONG);
  expect(lines.filter((line) => line.includes('world.event.v1.created'))).toHaveLength(1);
  const forged = { 'webhook-id': 'x', 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) };
  const answers = [forged, { ...forged, 'webhook-signature': 'v1,AAAA' }].map((headers) =>
    fetch(webhook.url, { method: 'POST', headers, body: '{}' }),
  );
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 401]);
});

describe('requests that are refused', () => {
  const good = { name: 'refused', url: 'https://example.org/events' };
  test.each([
    ['without a key', { key: 'none', body: good }, 401],
    ['with a wrong key', { key: `crumb_${'x'.repeat(43)}`, body: good }, 401],
    ['with an unknown field', { body: { ...good, secret: 'mine' } }, 422],
    ['with an unknown kind of event', { body: { ...good, kinds: ['removed'] } }, 422],
    ['with a reader that is none', { body: { ...good, reader: 'everybody' } }, 422],
    ['with a name that is none', { body: { ...good, name: '../orders' } }, 422],
    ['with a password in the address', { body: { ...good, url: 'https://a:b@example.org' } }, 422],
    ['with another protocol', { body: { ...good, url: 'file:///etc/passwd' } }, 422],
    ['with a large body', { body: { ...good, url: `https://example.org/${'x'.repeat(300_000)}` } }, 413],
  ])('%s', async (_, { key, body }: { key?: string; body: object }, status) => {
    const answer = await stack.api.request('POST', '/v1/webhooks', body, key === undefined ? {} : { key });
    expect(answer.status).toBe(status);
  });

  describe('in a workspace that WEBHOOK_PRIVATE_WORKSPACES does not name', () => {
    let other: { readonly key: string; readonly client: Crumbtrail };
    beforeAll(async () => {
      other = await createTestWorkspace(stack);
    });

    test.each([
      ['without encryption', 'http://example.org/events', 'is not encrypted'],
      ['to loopback', 'https://127.0.0.1/', '127.0.0.1 is not a public address'],
      ['to loopback, as one number', 'https://2130706433/', '127.0.0.1 is not a public address'],
      ['to loopback, in IPv6', 'https://[::1]/', '::1 is not a public address'],
      ['to loopback, in IPv6 that carries IPv4', 'https://[::ffff:127.0.0.1]/', 'is not a public address'],
      ['to a private network', 'https://10.0.0.1/', '10.0.0.1 is not a public address'],
      ['to the metadata of a cloud', 'https://169.254.169.254/latest', '169.254.169.254 is not a public address'],
    ])('%s', async (_, url, why) => {
      const answer = await stack.api.request('POST', '/v1/webhooks', { name: 'inside', url }, { key: other.key });
      expect(answer).toMatchObject({ status: 422, body: { detail: expect.stringContaining(why) as string } });
      expect(answer.body).toMatchObject({ detail: expect.stringContaining('WEBHOOK_PRIVATE_WORKSPACES') as string });
    });

    test('to a name that leads to loopback', async () => {
      await other.client.createWebhook({ name: 'name', url: 'https://localhost:9443/events' });
      const trial = await other.client.testWebhook('name');
      expect(trial).toMatchObject({
        ok: false,
        message: expect.stringMatching(/^localhost has the address/) as string,
      });
    });
  });

  test('the webhooks of one workspace are not found in another, nor by a writer', async () => {
    await addWebhook({ name: 'mine', session: 'mine' });
    const other = await createTestWorkspace(stack);
    const foreign = new Api(stack.api.url, () => other.key);
    expect((await foreign.get<{ webhooks: unknown[] }>('/v1/webhooks')).webhooks).toEqual([]);
    expect((await foreign.request('DELETE', '/v1/webhooks/mine')).status).toBe(404);
    expect((await foreign.request('POST', '/v1/webhooks/mine/test')).status).toBe(404);
    expect((await foreign.request('POST', '/v1/webhooks/mine/replay', { after: 0 })).status).toBe(404);
    const writer = await operator().createKey({ participant: { kind: 'user', id: 'wim' }, role: 'writer' });
    expect((await stack.api.request('GET', '/v1/webhooks', undefined, { key: writer.secret })).status).toBe(403);
    expect((await stack.api.request('POST', '/v1/webhooks', good, { key: writer.secret })).status).toBe(403);
  });
});
