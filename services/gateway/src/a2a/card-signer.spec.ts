import { createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import type { AgentCardJson } from '@crumbtrail/contracts/http/a2a';
import { CardSigner } from './card-signer';

const card = { name: 'Scribe', skills: [{ id: 'scribe', tags: ['ä'] }] } as unknown as AgentCardJson;
const CANONICAL = '{"name":"Scribe","skills":[{"id":"scribe","tags":["ä"]}]}';

const keys: readonly (readonly [string, KeyObject, string | null])[] = [
  ['EdDSA', generateKeyPairSync('ed25519').privateKey, null],
  ['ES256', generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey, 'sha256'],
];

test.each(keys)('a card is signed with %s, and the served key verifies it', async (alg, key, hash) => {
  const signer = new CardSigner({ signing: { key, publicUrl: 'https://agents.example.org' } });
  const [jwk] = signer.keys as unknown as [JsonWebKey & { alg: string }];
  const { signatures } = await signer.sign(card);
  const { protected: header = '', signature = '' } = signatures?.[0] ?? {};
  const data = Buffer.from(`${header}.${Buffer.from(CANONICAL).toString('base64url')}`);
  const by = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  expect([jwk.alg, jwk.d, verify(hash, data, by, Buffer.from(signature, 'base64url'))]).toEqual([alg, undefined, true]);
});

test('without a key a card stays as it is, and there is no key to verify it', async () => {
  const signer = new CardSigner({});
  expect([await signer.sign(card), signer.keys]).toEqual([card, []]);
});
