import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { nkeys } from 'nats';
import { AgentError, refuseMalformed } from './agent-error';

/** Who sent a message, and how far that is proven. `verified`: by a signature with the NKEY of the user. */
export type AgentSender =
  | { readonly trust: 'absent' }
  | {
      readonly trust: 'verified' | 'claimed';
      /** The public NKEY of the NATS user. */
      readonly user: string;
      /** What the sender says its account is. */
      readonly account: string;
      /** A display name, which proves nothing. */
      readonly name?: string;
    };

/** The header that names the sender. */
export const SENDER_HEADER = 'Agent-Sender';

/** How much the clocks of sender and receiver may differ, in milliseconds. */
const WINDOW_MS = 30_000;

const MAX_NONCES = 100_000;

const USER = /^U[A-Z2-7]{55}$/;
const ACCOUNT = /^(?:[A-Za-z0-9_-]+|\$G)$/;
const NONCE = /^[A-Za-z0-9_-]{1,64}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]00:00)$/;
const SIGNATURE = /^[A-Za-z0-9_-]{86}$/;

/** What a sender signs. */
export interface SignedFields {
  readonly account: string;
  readonly user: string;
  readonly sub: string;
  readonly ts: string;
  readonly nonce: string;
}

/** The bytes that a sender signs, as `AGENT-SENDER-V1` of the protocol defines them. */
export function signedBytes({ account, user, sub, ts, nonce }: SignedFields, payload: Uint8Array): Uint8Array {
  const hash = createHash('sha256').update(payload).digest('hex');
  return new TextEncoder().encode(['AGENT-SENDER-V1', account, user, sub, ts, nonce, hash, ''].join('\n'));
}

/** Is it the public key of a NATS user, also by its checksum? */
export function isUserNkey(text: string): boolean {
  if (!USER.test(text)) return false;
  try {
    nkeys.fromPublic(text);
    return true;
  } catch {
    return false;
  }
}

/** An account that has the form of a key must be one. */
function isAccount(text: string): boolean {
  if (!ACCOUNT.test(text)) return false;
  if (!/^A.{55}$/.test(text)) return true;
  try {
    nkeys.fromPublic(text);
    return true;
  } catch {
    return false;
  }
}

interface SenderHeader extends Partial<SignedFields> {
  readonly account: string;
  readonly user: string;
  readonly name?: string;
  readonly sig?: string;
}

const SHAPES: Readonly<Record<string, (value: string) => boolean>> = {
  account: isAccount,
  user: isUserNkey,
  name: () => true,
  sub: (value) => value !== '',
  ts: (value) => TIME.test(value) && !Number.isNaN(Date.parse(value)),
  nonce: (value) => NONCE.test(value),
  sig: (value) => SIGNATURE.test(value),
};

const SIGNED = ['sub', 'ts', 'nonce'] as const;

function parseJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Refused below.
  }
  throw refuseMalformed(`The header ${SENDER_HEADER} is not a JSON object.`);
}

/** The header's fields; undefined for a version that this does not know. */
function readHeader(text: string): SenderHeader | undefined {
  const value = parseJson(text);
  if (typeof value['v'] !== 'number')
    throw refuseMalformed(`The header ${SENDER_HEADER} needs its version \`v\`, a number.`);
  if (value['v'] !== 1) return undefined;
  const wrong = Object.entries(SHAPES).find(([field, isValid]) => {
    const given = value[field];
    const isNeeded =
      field === 'account' || field === 'user' || (value['sig'] !== undefined && SIGNED.some((one) => one === field));
    return given === undefined ? isNeeded : typeof given !== 'string' || !isValid(given);
  });
  if (wrong) throw refuseMalformed(`The field \`${wrong[0]}\` of the header ${SENDER_HEADER} is missing or malformed.`);
  return value as unknown as SenderHeader;
}

const refuseSignature = (message: string): AgentError => new AgentError(401, { error: 'sender_not_verified', message });

/** A message as it arrived. */
export interface ArrivedMessage {
  readonly subject: string;
  readonly payload: Uint8Array;
}

/** Classifies senders; one instance remembers the nonces that it has seen. */
export class SenderCheck {
  private readonly nonces = new LRUCache<string, true>({ max: MAX_NONCES, ttl: 2 * WINDOW_MS });

  constructor(private readonly now: () => number = Date.now) {}

  /** Throws 400 for a malformed header, and 401 for a signature that does not prove this message. */
  classify(header: string | undefined, arrived: ArrivedMessage): AgentSender {
    const read = header === undefined ? undefined : readHeader(header);
    if (!read) return { trust: 'absent' };
    const { user, account, name, sig } = read;
    if (sig !== undefined) this.verify(read as SenderHeader & SignedFields & { sig: string }, arrived);
    return { trust: sig === undefined ? 'claimed' : 'verified', user, account, ...(name !== undefined && { name }) };
  }

  private verify(read: SignedFields & { readonly sig: string }, { subject, payload }: ArrivedMessage): void {
    const { user, sub, ts, nonce, sig } = read;
    if (sub !== subject) throw refuseSignature('The signature of the sender is for another subject.');
    if (Math.abs(this.now() - Date.parse(ts)) > WINDOW_MS)
      throw refuseSignature(
        `The signature of the sender is older or newer than ${WINDOW_MS / 1_000} s: sign again, and compare the clocks.`,
      );
    const isValid = nkeys.fromPublic(user).verify(signedBytes(read, payload), Buffer.from(sig, 'base64url'));
    if (!isValid) throw refuseSignature('The signature of the sender does not fit this prompt.');
    const seen = `${user} ${nonce}`;
    if (this.nonces.has(seen))
      throw refuseSignature('This signed prompt has arrived before: sign each prompt with a nonce of its own.');
    this.nonces.set(seen, true);
  }
}
