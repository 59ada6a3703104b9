import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Crumbtrail, type StreamItem } from '@crumbtrail/client';
import { ensurePostgres } from '@crumbtrail/setup/postgres';
import { startPostgres, WITHOUT_DISK_SYNC } from '@crumbtrail/setup/postgres-server';
import { eventually, freshDatabase, type FreshDatabase, type StackSettings } from '@crumbtrail/testing';
import { countDeaths } from './support/deaths';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { useAbort, useFixture, useStack } from './support/fixture';

const CLIENTS = 4;

const postgres = useFixture(
  () => startPostgres(ensurePostgres(), WITHOUT_DISK_SYNC),
  (server) => server.stop(),
);
const databases = useFixture(async () => ({
  home: await freshDatabase(postgres.url),
  eu: await freshDatabase(postgres.url),
}));

const cellOn = (own: FreshDatabase, others: string, gateway = {}): StackSettings => ({
  apart: ['breadcrumb-store'],
  services: {
    ...WITHOUT_TOOLS,
    'breadcrumb-store': { env: { ...own.settings, CELL_DATABASES: others } },
    gateway: { env: gateway },
  },
});
const eu = useStack(() => cellOn(databases.eu, `home=${databases.home.url}`));
const home = useStack(() => {
  const password = readFileSync(join(eu.home, 'secrets', 'nats-gateway'), 'utf8');
  const CELLS = `eu=nats://gateway:${encodeURIComponent(password)}@${new URL(eu.natsUrl).host}`;
  return cellOn(databases.home, `eu=${databases.eu.url}`, { CELLS });
});
const leaving = useAbort();

const clientOf = (key: string, stack = home): Crumbtrail => new Crumbtrail({ url: stack.api.url, key });

/** Reads the messages of a stream into a list, until the test ends. */
function follow(client: Crumbtrail): string[] {
  const seen: string[] = [];
  const read = async (items: AsyncGenerator<StreamItem>): Promise<void> => {
    for await (const item of items)
      if (item.type === 'event' && item.event.schema_name === 'user.message.v1') seen.push(item.event.id);
  };
  void read(client.events({ cursor: 'start', signal: leaving.signal })).catch((error: unknown) =>
    seen.push(String(error)),
  );
  return seen;
}

test('cells: a workspace moves to another cell and back while clients write and read, and none of them sees an error', async () => {
  const { secret } = await clientOf(home.installationKey).createWorkspace('harbour');
  const client = clientOf(secret);
  const streamed = follow(client);
  const written: { readonly id: string; readonly position: number }[] = [];
  let isOver = false;
  const write = async (n: number): Promise<void> => {
    for (let count = 0; !isOver; count += 1) {
      const context = { content: `client ${n} says ${count}` };
      const draft = { schema_name: 'user.message.v1', session: `quay-${n}`, audience: ['user:nobody'], context };
      const { id, position } = await client.append(draft);
      written.push({ id, position });
      expect((await client.list({ session: `quay-${n}`, order: 'desc', limit: 1 })).breadcrumbs[0]?.id).toBe(id);
    }
  };
  const writers = Promise.all(Array.from({ length: CLIENTS }, (_, n) => write(n)));
  const untilMore = async (): Promise<void> => {
    const goal = written.length + 40;
    await Promise.race([writers, eventually(() => written.length >= goal)]);
  };
  await untilMore();
  expect(await client.moveWorkspace('harbour', { to: 'eu' })).toMatchObject({ workspace: 'harbour', cell: 'eu' });
  await untilMore();
  expect(await clientOf(secret, eu).whoAmI()).toEqual(await client.whoAmI());
  expect(await client.moveWorkspace('harbour', { to: 'home' })).toMatchObject({ cell: 'home' });
  await untilMore();
  isOver = true;
  await writers;

  const inOrder = [...written].sort((a, b) => a.position - b.position).map(({ id }) => id);
  expect(new Set(inOrder).size).toBe(written.length);
  await eventually(() => streamed.length >= inOrder.length);
  expect(streamed).toEqual(inOrder);
  await expect(clientOf(secret, eu).whoAmI()).rejects.toMatchObject({ status: 401 });
});

test.each([
  ['move.after-leave', 'home'],
  ['move.after-accept', 'eu'],
])('cells: a store that dies at %s leaves the workspace in %s, with every message once', async (point, cell) => {
  const { secret } = await clientOf(home.installationKey).createWorkspace(`dies-${cell}`);
  const client = clientOf(secret);
  const streamed = follow(client);
  const say = async (n: number): Promise<string> => {
    const draft = {
      schema_name: 'user.message.v1',
      session: 'quay',
      audience: ['user:nobody'],
      context: { content: `${n}` },
    };
    const idempotencyKey = randomUUID();
    const once = () => client.append(draft, { idempotencyKey }).catch(() => null);
    return (await eventually(once, { withinMs: 30_000 })).id;
  };
  const written = [await say(0)];
  await home.halt('breadcrumb-store');
  await home.start('breadcrumb-store', { CRASH_AT: point });
  await home.whenReady();
  // Nothing answers it: its store is dead.
  void client.moveWorkspace(`dies-${cell}`, { to: 'eu' }).catch(() => undefined);
  await eventually(() => countDeaths(home, 'breadcrumb-store', point) > 0);
  for (let n = 1; n < 5; n += 1) written.push(await say(n));
  await eventually(() => streamed.length >= written.length);
  expect(streamed).toEqual(written);
  const open = await Promise.all(
    (['home', 'eu'] as const).map(async (one) => {
      const sql = 'select 1 from workspace where name = $1 and moved_to is null and not is_arriving';
      return (await databases[one].query(sql, [`dies-${cell}`])).length > 0 ? [one] : [];
    }),
  );
  expect(open.flat()).toEqual([cell]);
  const left = cell === 'home' ? 'eu' : 'home';
  expect(await databases[left].query('select 1 from crumb_event where workspace = $1', [`dies-${cell}`])).toEqual([]);
});

test('cells: workspaces of the second cell are made with its own key through the gateway of the first', async () => {
  const { secret } = await clientOf(eu.installationKey).createWorkspace('pier');
  expect(await clientOf(secret).whoAmI()).toMatchObject({ workspace: 'pier' });
  expect((await clientOf(eu.installationKey).workspaces()).map(({ name }) => name)).toContain('pier');
  expect((await clientOf(home.installationKey).workspaces()).map(({ name }) => name)).not.toContain('pier');
});
