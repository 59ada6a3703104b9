import { Commit, History, Read, type CommitReply } from '@crumbtrail/contracts';
import { ReadModelSetting, TryModel } from '@crumbtrail/contracts/operations/models';
import { openSecret } from '@crumbtrail/platform';
import { crumb, found, ID } from './crumbs';
import { type GatewayUnderTest, SETTINGS_KEY, startGateway } from './gateway';

const KEY = 'sk-secret-of-the-model';
const ADDRESS = 'https://models.example.org/v1';
const body = { base_url: ADDRESS, model: 'm', key: KEY };
const written: CommitReply = { results: [{ id: ID, version: 1, position: 5, existed: false }] };

describe('the model of a workspace', () => {
  let gateway: GatewayUnderTest;
  const tried: unknown[] = [];
  beforeAll(async () => {
    gateway = await startGateway();
    await gateway.fake.executor.respond(ReadModelSetting, async () => ({ opens_keys: true }));
    await gateway.fake.executor.respond(TryModel, async (request) => {
      tried.push(request);
      return { ok: true, latency_ms: 1, message: 'OK', model: 'm' };
    });
  });
  beforeEach(() => {
    gateway.fake.say(Read, ({ refs }) => found(refs.map(() => null)));
    gateway.fake.say(History, () => ({ versions: [] }));
    gateway.fake.say(Commit, () => written);
  });
  afterEach(() => {
    gateway.fake.forget();
    tried.length = 0;
  });
  afterAll(() => gateway.stop());

  const sealedIn = (request: unknown): string => /"sealed_key":"([^"]+)"/.exec(JSON.stringify(request))?.[1] ?? '';

  test('a key leaves the gateway sealed, for this workspace and address alone', async () => {
    expect((await gateway.send('PUT', '/v1/model', body)).status).toBe(200);
    expect((await gateway.send('POST', '/v1/model/test', body)).status).toBe(200);
    expect(JSON.stringify([gateway.fake.heard, tried])).not.toContain(KEY);
    for (const request of [...gateway.fake.of(Commit), ...tried]) {
      const sealed = sealedIn(request);
      expect(openSecret(sealed, SETTINGS_KEY, ['default', ADDRESS])).toBe(KEY);
      expect(openSecret(sealed, SETTINGS_KEY, ['default', 'https://elsewhere.example.org/v1'])).toBeUndefined();
      expect(openSecret(sealed, SETTINGS_KEY, ['elsewhere', ADDRESS])).toBeUndefined();
    }
  });

  test('a saved key is kept for its address, and for no other; no reply holds it', async () => {
    const context = { name: 'model', base_url: ADDRESS, model: 'm', sealed_key: 'v1.a.b.c' };
    gateway.fake.say(Read, () => found([crumb({ schema_name: 'model.connection.v1', context })]));
    gateway.fake.say(History, () => ({ versions: [crumb({ schema_name: 'model.connection.v1', context })] }));
    const same = await gateway.send('PUT', '/v1/model', { base_url: ADDRESS, model: 'n' });
    const text = await same.text();
    expect(JSON.parse(text)).toMatchObject({ answers: 'settings', connection: { model: 'm', has_key: true } });
    expect(text).not.toContain('v1.a.b.c');
    await gateway.send('PUT', '/v1/model', { base_url: `${ADDRESS}/other`, model: 'n' });
    await gateway.send('PUT', '/v1/model', { base_url: ADDRESS, model: 'n', key: null });
    expect(gateway.fake.of(Commit).map(({ request }) => sealedIn(request))).toEqual(['v1.a.b.c', '', '']);
  });

  test.each([
    ['GET', '/v1/model', undefined],
    ['PUT', '/v1/model', body],
    ['DELETE', '/v1/model', undefined],
    ['POST', '/v1/model/test', body],
  ] as const)(
    '%s %s is refused to readers, to writers and without a key; nothing is read or written',
    async (method, path, sent) => {
      const ask = (authorization: string): Promise<Response> =>
        sent
          ? gateway.send(method, path, sent, { authorization })
          : gateway.fetch(path, { method, headers: { authorization } });
      const statuses = [await ask('Bearer reader-key'), await ask('Bearer bot-key'), await ask('')];
      expect(statuses.map(({ status }) => status)).toEqual([403, 403, 401]);
      const asked = gateway.fake.heard.map(({ ask: operation }) => operation);
      expect(tried).toEqual([]);
      for (const operation of [Read, Commit, History]) expect(asked).not.toContain(operation.name);
    },
  );

  test.each([
    ['a user and a password', { ...body, base_url: 'https://ann:pw@models.example.org/v1' }],
    ['a query', { ...body, base_url: `${ADDRESS}?key=secret` }],
    ['another protocol', { ...body, base_url: 'file:///etc/passwd' }],
    ['a key of two lines', { ...body, key: 'a\nb' }],
    ['an unknown field', { ...body, api_key: KEY }],
  ])('%s is refused without repeating what was sent', async (_, sent) => {
    const answer = await gateway.send('PUT', '/v1/model', sent);
    expect(answer.status).toBe(422);
    expect(await answer.text()).not.toContain(KEY);
  });
});
