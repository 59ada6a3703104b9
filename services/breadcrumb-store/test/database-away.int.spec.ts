import { List, Read, UserMessage } from '@crumbtrail/contracts';
import { eventually, RestartablePostgres } from '@crumbtrail/testing';
import { ServiceUnderTest } from './service-under-test';

const GATEWAY = 'gateway';
const CONDUCTOR = 'conductor';

describe('a store whose Postgres cannot be reached', () => {
  let postgres: RestartablePostgres;
  let service: ServiceUnderTest;

  beforeAll(async () => {
    postgres = await RestartablePostgres.start();
    service = await ServiceUnderTest.start({ bare: true, settings: { DATABASE_URL: postgres.url } });
  }, 120_000);

  afterAll(async () => {
    await service.stop();
    await postgres.stop();
  });

  it('refuses every request as unavailable, so that its sender tries again, and answers once Postgres is back', async () => {
    const store = await service.as(GATEWAY, { key: service.key });
    const draft = { schema_name: UserMessage.name, session: 'demo', context: { content: 'hello' } };
    const write = () => store.commit({ writes: [{ op: 'create', draft }] });
    const { results } = await write();
    const id = results[0]?.id as string;
    const [gateway, conductor] = [await service.bus(GATEWAY), await service.bus(CONDUCTOR)];
    const requests = {
      'a read of a service': () => conductor.request(Read, 'default', { refs: [{ id }] }),
      'a list of a service': () => conductor.request(List, 'default', { schema: UserMessage.name }),
      'a read with a key': () => gateway.request(Read, 'default', { refs: [{ id }] }, { key: service.key }),
      'a key that is not known yet': () => gateway.request(List, 'default', {}, { key: 'crumb_unknown' }),
      'a write': write,
    };

    postgres.disconnect();
    for (const [name, request] of Object.entries(requests)) {
      const outcome = await request().then(
        () => 'answered',
        ({ code }: { code: string }) => code,
      );
      expect([name, outcome]).toEqual([name, 'unavailable']);
    }

    postgres.connect();
    const { crumbs } = await eventually(requests['a read of a service'], { withinMs: 30_000 });
    expect(crumbs).toMatchObject([{ id, context: { content: 'hello' } }]);
    await eventually(write, { withinMs: 30_000 });
  }, 120_000);
});
