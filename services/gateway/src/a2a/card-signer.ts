import { createHash, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AgentCardJson } from '@crumbtrail/contracts/http/a2a';
import { loadA2aSdk } from './a2a-sdk';
import { A2aSettings } from './a2a-settings';

/** Where the public key is, for clients that verify cards. */
export const CARD_KEYS_PATH = '/.well-known/jwks.json';

/** A public key as JSON. */
export type PublicKeyJson = Readonly<Record<string, unknown>> & { readonly kid: string; readonly alg: string };

/** The algorithm that a key signs with; undefined where it is for none of those that are offered. */
export function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): 'EdDSA' | 'ES256' | undefined {
  if (asymmetricKeyType === 'ed25519') return 'EdDSA';
  return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1' ? 'ES256' : undefined;
}

/** The id of a key, by RFC 7638: the hash of its required members in their order. */
function thumbprint({ crv, kty, x, y }: Readonly<Record<string, unknown>>): string {
  const members = y === undefined ? { crv, kty, x } : { crv, kty, x, y };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}

function describeKey(key: KeyObject): PublicKeyJson {
  const jwk = createPublicKey(key).export({ format: 'jwk' }) as Record<string, unknown>;
  return { ...jwk, kid: thumbprint(jwk), alg: algorithmOf(key) as string, use: 'sig' };
}

const toBase64Url = (text: string): string => Buffer.from(text).toString('base64url');

/** Signs agent cards as A2A 1.0 says (JWS over the canonical JSON of RFC 8785), if the installation has a key for it. */
@Injectable()
export class CardSigner {
  private readonly publicKey: PublicKeyJson | undefined;

  constructor(private readonly settings: A2aSettings) {
    this.publicKey = settings.signing && describeKey(settings.signing.key);
  }

  /** The key set of clients that verify. Without a key there is none. */
  get keys(): readonly PublicKeyJson[] {
    return this.publicKey ? [this.publicKey] : [];
  }

  /** The card with its signature; without a key the card as it is. */
  async sign(card: AgentCardJson): Promise<AgentCardJson> {
    const { signing } = this.settings;
    if (!signing || !this.publicKey) return card;
    const { alg, kid } = this.publicKey;
    const { canonicalizeAgentCard } = await loadA2aSdk();
    // The card as it is sent: of one that it has parsed, the library leaves out the security schemes.
    const payload = canonicalizeAgentCard(card as unknown as Parameters<typeof canonicalizeAgentCard>[0]);
    const header = { alg, kid, typ: 'JOSE', jku: `${signing.publicUrl}${CARD_KEYS_PATH}` };
    const sealed = toBase64Url(JSON.stringify(header));
    const data = Buffer.from(`${sealed}.${toBase64Url(payload)}`);
    const options = { key: signing.key, dsaEncoding: 'ieee-p1363' } as const;
    const signature = sign(alg === 'EdDSA' ? null : 'sha256', data, options).toString('base64url');
    return { ...card, signatures: [{ protected: sealed, signature }] };
  }
}
