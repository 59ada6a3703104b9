import { refuse } from '@crumbtrail/contracts';
import { RemoveConsumer } from '@crumbtrail/contracts/operations/consumers';
import { type GatewayUnderTest, startGateway } from './gateway';

describe('DELETE /v1/consumers/{name}', () => {
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  const remove = (name: string): Promise<Response> => gateway.fetch(`/v1/consumers/${name}`, { method: 'DELETE' });

  test('has the store remove the consumer of that name, with the key of the caller', async () => {
    const removed = { name: 'weather-requests', floor: 41 };
    gateway.fake.say(RemoveConsumer, () => removed);
    const answer = await remove('weather-requests');
    expect([answer.status, await answer.json()]).toEqual([200, removed]);
    expect(gateway.fake.of(RemoveConsumer)).toMatchObject([
      { key: 'operator-key', request: { name: 'weather-requests' } },
    ]);
  });

  test('answers 409 with the reason while a process is subscribed', async () => {
    gateway.fake.say(RemoveConsumer, () => {
      throw refuse('id_conflict', 'A process is subscribed to weather-requests.');
    });
    const answer = await remove('weather-requests');
    expect([answer.status, await answer.json()]).toEqual([
      409,
      expect.objectContaining({ detail: 'A process is subscribed to weather-requests.' }),
    ]);
  });

  test('is refused without a key, and the store is not asked', async () => {
    const before = gateway.fake.heard.length;
    expect((await fetch(`${gateway.url}/v1/consumers/weather-requests`, { method: 'DELETE' })).status).toBe(401);
    expect(gateway.fake.heard).toHaveLength(before);
  });
});
