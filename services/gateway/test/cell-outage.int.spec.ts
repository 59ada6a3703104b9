import { Read } from '@crumbtrail/contracts';
import { eventually, natsServer } from '@crumbtrail/testing';
import { crumb, found, ID, OTHER } from './crumbs';
import { FakeServices } from './fake-services';
import { cellAt, type GatewayUnderTest, startGateway } from './gateway';

const readCellCheck = async (gateway: GatewayUnderTest): Promise<unknown> => {
  const reply = await gateway.fetch('/readyz');
  const { status, checks } = (await reply.json()) as { status: string; checks: Record<string, string> };
  return [reply.status, status, checks['cell-eu']];
};

test('a cell whose NATS server refuses the login is reported without the password, and the own cell is served', async () => {
  const nats = await natsServer();
  const cell = { ...cellAt('eu', nats), login: { user: 'gateway', password: 'wrong-password' } };
  const gateway = await startGateway({ cells: [cell] });
  gateway.fake.say(Read, () => found([crumb()]));
  expect((await gateway.fetch(`/v1/breadcrumbs/${ID}`)).status).toBe(200);
  const reason = expect.stringMatching(/refuses the credentials of gateway: check CELLS\.$/) as string;
  const check = await readCellCheck(gateway);
  expect(check).toEqual([200, 'degraded', reason]);
  expect(JSON.stringify(check)).not.toContain('wrong-password');
  await gateway.stop();
  await nats.stop();
});

test('a cell that is down when the gateway starts is unavailable, is reported, and is served once it is up', async () => {
  const nats = await natsServer();
  await nats.kill();
  const gateway = await startGateway({ cells: [cellAt('eu', nats)] });
  gateway.fake.say(Read, () => found([crumb()]));
  const read = (key: string): Promise<Response> =>
    gateway.fetch(`/v1/breadcrumbs/${ID}`, { headers: { authorization: `Bearer ${key}` } });
  expect((await read('operator-key')).status).toBe(200);
  const refused = await read('eu-key');
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'unavailable' }]);
  expect(await readCellCheck(gateway)).toEqual([
    200,
    'degraded',
    expect.stringMatching(/^The cell eu is not connected: NATS cannot be reached at .*, and is CELLS right\?$/),
  ]);

  await nats.start();
  const eu = await FakeServices.start(nats);
  eu.identities.clear();
  eu.identities.set('eu-key', {
    workspace: 'harbour',
    participant: { kind: 'user', id: 'bob' },
    role: 'reader',
    key_id: OTHER,
  });
  eu.say(Read, () => found([crumb()]));
  await eventually(async () => (await read('eu-key')).status === 200);
  expect(await readCellCheck(gateway)).toEqual([200, 'ready', 'ok']);
  await gateway.stop();
  await eu.stop();
});
