import { createHash, createPublicKey, generateKeyPairSync, type JsonWebKey, verify } from 'node:crypto';
import { verifyAgentCardSignature } from '@a2a-js/sdk';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { useFixture, useStack } from './support/fixture';
import { createKey, publishAgent } from './support/published-agents';

const PUBLIC_URL = 'https://agents.example.org';
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const A2A_CARD_KEY = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
const stack = useStack({ services: WITHOUT_TOOLS, env: { PUBLIC_URL, A2A_CARD_KEY } });

interface SignedCard {
  readonly signatures: readonly { readonly protected: string; readonly signature: string }[];
  readonly supportedInterfaces: readonly { readonly url: string }[];
}

const scene = useFixture(async () => {
  await publishAgent(stack, { agent: 'scribe', publish: { a2a: { tags: ['writing', 'änderung'] } } });
  return { key: await createKey(stack, 'user:uma') };
});
const path = '/v1/a2a/scribe/.well-known/agent-card.json';
const readCard = (headers: Record<string, string> = {}): Promise<SignedCard> =>
  stack.api.get<SignedCard>(path, { key: scene.key, headers });
const readKeys = async (): Promise<JsonWebKey[]> => {
  const answer = await fetch(`${stack.api.url}/.well-known/jwks.json`);
  return ((await answer.json()) as { keys: JsonWebKey[] }).keys;
};

/** RFC 8785 for JSON without numbers, written for this spec alone. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name])}`).join(',')}}`;
}

const toBase64Url = (text: string): string => Buffer.from(text).toString('base64url');

/** Verifies as RFC 7515 says, with nothing but Node's cryptography. */
function isGenuine({ signatures, ...card }: SignedCard, jwk: JsonWebKey): boolean {
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const [first] = signatures;
  const data = Buffer.from(`${first?.protected}.${toBase64Url(canonical(card))}`);
  const signature = Buffer.from(first?.signature ?? '', 'base64url');
  return verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature);
}

/** The same card with another value at each place that has one. */
function changesOf(value: unknown): unknown[] {
  if (typeof value === 'string') return [`${value}x`];
  if (typeof value === 'boolean') return [!value];
  if (Array.isArray(value))
    return [[], ...value.flatMap((one, at) => changesOf(one).map((changed) => value.with(at, changed)))];
  return Object.entries(value as object).flatMap(([name, one]) => [
    Object.fromEntries(Object.entries(value as object).filter(([other]) => other !== name)),
    ...changesOf(one).map((changed) => ({ ...(value as object), [name]: changed })),
  ]);
}

test('a card is signed by the key that is served to everybody, and names no address that a request has chosen', async () => {
  const [key, ...others] = await readKeys();
  expect([others, key]).toMatchObject([[], { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' }]);
  expect(key).not.toHaveProperty('d');
  const { kty, crv, x, y, kid } = key as JsonWebKey & { kid: string };
  expect(kid).toBe(createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url'));
  const card = await readCard({ 'x-forwarded-host': 'evil.example' });
  const header = JSON.parse(Buffer.from(card.signatures[0]?.protected ?? '', 'base64url').toString()) as object;
  expect(header).toEqual({ alg: 'ES256', kid, typ: 'JOSE', jku: `${PUBLIC_URL}/.well-known/jwks.json` });
  expect(new Set(card.supportedInterfaces.map(({ url }) => url))).toEqual(new Set([`${PUBLIC_URL}/v1/a2a/scribe`]));
  expect(isGenuine(card, key as JsonWebKey)).toBe(true);
  const { cards } = await stack.api.get<{ cards: SignedCard[] }>('/v1/a2a', { key: scene.key });
  expect(cards.map((one) => isGenuine(one, key as JsonWebKey))).toEqual([true]);
});

test('a card that was changed anywhere, also by leaving out, is not genuine: neither here nor for the library of A2A', async () => {
  const [key] = (await readKeys()) as [JsonWebKey];
  const { signatures, ...card } = await readCard();
  const changed = changesOf(card) as Omit<SignedCard, 'signatures'>[];
  expect(changed.length).toBeGreaterThan(40);
  const verifyByLibrary = verifyAgentCardSignature(() => Promise.resolve(key as never));
  const debug = jest.spyOn(console, 'debug').mockImplementation(() => undefined);
  const passed: string[] = [];
  for (const one of changed) {
    const signed = { ...one, signatures };
    const isTaken = await verifyByLibrary(signed as never).then(
      () => true,
      () => false,
    );
    if (isTaken || isGenuine(signed, key)) passed.push(JSON.stringify(one));
  }
  debug.mockRestore();
  expect(passed).toEqual([]);
});

test('the library of A2A takes the card, with the key that the card names', async () => {
  const asked: unknown[] = [];
  const verifyByLibrary = verifyAgentCardSignature(async (kid, jku) => {
    asked.push(kid, jku);
    return (await readKeys()).find((one) => (one as { kid?: string }).kid === kid) as never;
  });
  await verifyByLibrary((await readCard()) as never);
  expect(asked).toEqual([expect.any(String), `${PUBLIC_URL}/.well-known/jwks.json`]);
});
