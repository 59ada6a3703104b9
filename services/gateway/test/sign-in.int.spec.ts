import {
  CreateConsoleSession,
  CreateSignInCode,
  EndConsoleSession,
  RedeemSignInCode,
  refuse,
} from '@crumbtrail/contracts';
import { request } from 'node:http';
import { type GatewayUnderTest, startGateway } from './gateway';

const COOKIE = 'c'.repeat(43);
const PROOF = 'p'.repeat(43);
const EXPIRES = '2030-01-01T00:00:00.000Z';
const NEW_SESSION = { cookie: COOKIE, proof: PROOF, expires_at: EXPIRES };

describe('signing in to the console', () => {
  let gateway: GatewayUnderTest;
  let port: string;
  beforeAll(async () => {
    gateway = await startGateway();
    port = new URL(gateway.url).port;
  });
  afterEach(() => gateway.fake.forget());
  afterAll(() => gateway.stop());

  const session = () => ({
    authorization: '',
    origin: gateway.url,
    cookie: `crumbtrail_${port}=${COOKIE}`,
    'crumbtrail-console': PROOF,
  });
  const redeem = (headers: Record<string, string> = {}) =>
    gateway.send(
      'POST',
      '/console/sessions',
      { code: 'the-code' },
      { authorization: '', origin: gateway.url, ...headers },
    );
  const heard = () => gateway.fake.heard.map(({ ask }) => ask);

  /** `fetch` sends no Host of its own choice. */
  const statusWithHost = (host: string, path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      request(`${gateway.url}${path}`, { headers: { host } }, ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .end();
    });

  test('a code becomes a cookie that no script reads, for the API alone, and a proof for the page', async () => {
    gateway.fake.say(RedeemSignInCode, () => NEW_SESSION);
    const answer = await redeem();
    expect([answer.status, await answer.json()]).toEqual([201, { proof: PROOF, expires_at: EXPIRES }]);
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toContain(`crumbtrail_${port}=${COOKIE}; Path=/v1/;`);
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(gateway.fake.heard[0]).toMatchObject({ key: undefined, request: { code: 'the-code' } });
  });

  test('a code that the store refuses is a 401 with the sentence of the store, and sets no cookie', async () => {
    gateway.fake.say(RedeemSignInCode, () => {
      throw refuse('unauthenticated', 'This sign-in link was used already.');
    });
    const answer = await redeem();
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null]);
    expect(await answer.json()).toMatchObject({ detail: 'This sign-in link was used already.' });
  });

  test.each([
    ['a page of another origin', { origin: 'http://evil.example' }],
    ['a page on another port', { origin: 'http://127.0.0.1:1' }],
    ['no page', { origin: '' }],
    ['a proxy', { 'x-forwarded-for': '203.0.113.9' }],
  ])('a code from %s is refused before the store is asked', async (_, headers) => {
    expect((await redeem(headers)).status).toBe(403);
    expect(heard()).toEqual([]);
  });

  test('a code is given to whoever has an API key and is on this machine', async () => {
    gateway.fake.say(CreateSignInCode, () => ({ code: 'new', expires_at: EXPIRES }));
    const answer = await gateway.send('POST', '/v1/console/codes', {});
    expect([answer.status, await answer.json()]).toEqual([
      201,
      { code: 'new', path: '/#login=new', expires_at: EXPIRES },
    ]);
    expect((await gateway.send('POST', '/v1/console/codes', {}, { authorization: '' })).status).toBe(401);
    expect((await gateway.send('POST', '/v1/console/codes', {}, { forwarded: 'for=203.0.113.9' })).status).toBe(403);
    expect(gateway.fake.heard).toHaveLength(1);
  });

  test('a session sends requests as both halves of its secret', async () => {
    gateway.fake.say(EndConsoleSession, () => ({ ended: true }));
    const answer = await gateway.fetch('/v1/console/sessions', { method: 'DELETE', headers: session() });
    expect([answer.status, await answer.json()]).toEqual([200, { ended: true }]);
    expect(answer.headers.get('set-cookie')).toMatch(
      new RegExp(`^crumbtrail_${port}=; Path=/v1/; Expires=Thu, 01 Jan 1970`),
    );
    expect(gateway.fake.heard[0]).toMatchObject({ request: { secret: `console_${COOKIE}.${PROOF}` } });
  });

  test.each<[string, Record<string, string>, number]>([
    ['the cookie without the proof', { 'crumbtrail-console': '' }, 401],
    ['the proof without the cookie', { cookie: '' }, 401],
    ['both, from a page on another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['both, from another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ])('%s changes nothing', async (_, headers, status) => {
    const answer = await gateway.fetch('/v1/console/sessions', {
      method: 'DELETE',
      headers: { ...session(), ...headers },
    });
    expect(answer.status).toBe(status);
    expect(heard()).toEqual([]);
  });

  test('the secret of a session is no API key', async () => {
    const authorization = `Bearer console_${COOKIE}.${PROOF}`;
    expect((await gateway.fetch('/v1/whoami', { headers: { authorization } })).status).toBe(401);
    expect(heard()).toEqual([]);
  });

  test('a session creates neither codes nor sessions: it would never end', async () => {
    for (const path of ['/v1/console/codes', '/v1/console/sessions'])
      expect((await gateway.send('POST', path, {}, session())).status).toBe(403);
    expect(heard()).toEqual([]);
  });

  test('a session creates no key of an operator and no workspace with one: they would outlive it', async () => {
    const participant = { kind: 'operator', id: 'eve' };
    const operators = await gateway.send('POST', '/v1/keys', { participant, role: 'operator' }, session());
    expect([operators.status, await operators.json()]).toMatchObject([
      403,
      { detail: expect.stringContaining('would outlive the sign-in') as string },
    ]);
    expect((await gateway.send('POST', '/v1/workspaces', { name: 'evil' }, session())).status).toBe(403);
    expect(heard()).toEqual([]);
  });

  test('a pasted key keeps a browser signed in, and not on behalf of another origin', async () => {
    gateway.fake.say(CreateConsoleSession, () => NEW_SESSION);
    const keep = (origin: string) => gateway.send('POST', '/v1/console/sessions', {}, { origin });
    const answer = await keep(gateway.url);
    expect([answer.status, await answer.json()]).toEqual([201, { proof: PROOF, expires_at: EXPIRES }]);
    expect((await keep('http://evil.example')).status).toBe(403);
  });

  test('a name that was rebound to this machine is not answered', async () => {
    expect(await statusWithHost('evil.example', '/console/sign-in')).toBe(403);
    expect(await statusWithHost(`localhost:${port}`, '/console/sign-in')).toBe(200);
  });
});
