import { Commit, List, Read, type CommitReply } from '@crumbtrail/contracts';
import { secretPlace } from '@crumbtrail/contracts/http/secrets';
import { openSecret } from '@crumbtrail/platform';
import { crumb, found, ID } from './crumbs';
import { type GatewayUnderTest, SETTINGS_KEY, startGateway } from './gateway';

const VALUE = 'value-of-the-secret';
const PATH = '/v1/secrets/WEATHER_KEY';
const body = { hosts: ['api.example.org'], tools: ['weather'], value: VALUE };
const written: CommitReply = { results: [{ id: ID, version: 1, position: 5, existed: false }] };
const context = { name: 'WEATHER_KEY', hosts: ['api.example.org'], tools: ['weather'], sealed_value: 'v1.a.b.c' };
const saved = () => crumb({ schema_name: 'tool.secret.v1', context });
const removed = () => crumb({ schema_name: 'tool.secret.v1', context: { ...context, sealed_value: undefined } });

describe('the secrets of a workspace', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    gateway.fake.say(Read, ({ refs }) => found(refs.map(() => saved())));
    gateway.fake.say(List, () => ({ crumbs: [saved(), removed()], position: 9 }));
    gateway.fake.say(Commit, () => written);
  });
  afterEach(() => gateway.fake.forget());
  afterAll(() => gateway.stop());

  const sealedValues = (): string[] =>
    gateway.fake.of(Commit).map((request) => /"sealed_value":"([^"]+)"/.exec(JSON.stringify(request))?.[1] ?? '');

  test('a value leaves the gateway sealed, for its workspace, name and hosts alone; no reply holds it', async () => {
    const reply = await gateway.send('PUT', PATH, body);
    const text = await reply.text();
    expect([reply.status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ name: 'WEATHER_KEY' })]);
    expect(text + JSON.stringify(gateway.fake.heard)).not.toContain(VALUE);
    const [sealed = ''] = sealedValues();
    const open = (workspace: string, name: string, hosts: string[]) =>
      openSecret(sealed, SETTINGS_KEY, secretPlace(workspace, { name, hosts }));
    expect(open('default', 'WEATHER_KEY', ['api.example.org'])).toBe(VALUE);
    expect(open('elsewhere', 'WEATHER_KEY', ['api.example.org'])).toBeUndefined();
    expect(open('default', 'OTHER_KEY', ['api.example.org'])).toBeUndefined();
    expect(open('default', 'WEATHER_KEY', ['api.example.org', 'example.net'])).toBeUndefined();
  });

  test('without a value the saved one is kept, but for no other hosts', async () => {
    const { value: _, ...rest } = body;
    const kept = await gateway.send('PUT', PATH, { ...rest, tools: ['weather', 'my_*'] });
    expect([kept.status, await kept.text()]).toEqual([200, expect.stringContaining('WEATHER_KEY')]);
    const elsewhere = await gateway.send('PUT', PATH, { ...rest, hosts: ['example.net'] });
    expect([elsewhere.status, await elsewhere.text()]).toEqual([422, expect.stringContaining('for other hosts')]);
    gateway.fake.say(Read, ({ refs }) => found(refs.map(() => null)));
    const none = await gateway.send('PUT', PATH, rest);
    expect([none.status, await none.text()]).toEqual([422, expect.stringContaining('has no saved value')]);
    expect(sealedValues()).toEqual(['v1.a.b.c']);
  });

  test('are listed without their values, and without those that were removed', async () => {
    const reply = await gateway.fetch('/v1/secrets', { headers: { authorization: 'Bearer operator-key' } });
    const text = await reply.text();
    expect(JSON.parse(text)).toMatchObject({ saves: true, secrets: [{ name: 'WEATHER_KEY', tools: ['weather'] }] });
    expect(text).not.toContain('v1.a.b.c');
  });

  test('a removed one has no value any more; one that is not there is not found', async () => {
    expect((await gateway.send('DELETE', PATH, undefined)).status).toBe(200);
    expect(sealedValues()).toEqual(['']);
    gateway.fake.say(Read, ({ refs }) => found(refs.map(() => removed())));
    expect((await gateway.send('DELETE', PATH, undefined)).status).toBe(404);
  });

  test.each([
    [{ ...body, hosts: ['*'] }],
    [{ ...body, hosts: [] }],
    [{ ...body, tools: [] }],
    [{ ...body, value: 'two\nlines' }],
    [{ ...body, unknown: 1 }],
  ])('%j is refused, and nothing is written', async (bad) => {
    expect((await gateway.send('PUT', PATH, bad)).status).toBe(422);
    expect(gateway.fake.of(Commit)).toEqual([]);
  });

  test.each([
    ['GET', '/v1/secrets', undefined],
    ['PUT', PATH, body],
    ['DELETE', PATH, undefined],
  ] as const)('%s %s is refused to readers, to writers and without a key', async (method, path, sent) => {
    const ask = (authorization: string): Promise<Response> =>
      gateway.fetch(path, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(sent && { body: JSON.stringify(sent) }),
      });
    const statuses = [await ask('Bearer reader-key'), await ask('Bearer bot-key'), await ask('')];
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 401]);
    const asked = gateway.fake.heard.map(({ ask: operation }) => operation);
    for (const operation of [Read, Commit, List]) expect(asked).not.toContain(operation.name);
  });
});
