import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The key of an installation, with which it encrypts the secrets that operators save: 32 bytes in base64url or base64. */
export const settingsKey = z.string().transform((text, context): Buffer => {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === KEY_BYTES) return key;
  context.addIssue({
    code: 'custom',
    message: `expected ${KEY_BYTES} random bytes in base64, such as \`openssl rand -base64 ${KEY_BYTES}\` prints`,
  });
  return z.NEVER;
});

/** Encrypts a secret. It can be opened only with the same key and for the same place, such as the address that it is for. */
export function sealSecret(secret: string, key: Buffer, place: readonly string[]): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(aadOf(place));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return [VERSION, ...[nonce, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
}

/** The secret that {@link sealSecret} has encrypted; undefined with another key, for another place, or where it was changed. */
export function openSecret(text: string, key: Buffer, place: readonly string[]): string | undefined {
  const [version, ...parts] = text.split('.');
  const [nonce, sealed, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (version !== VERSION || nonce?.length !== NONCE_BYTES || !sealed || tag?.length !== TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(aadOf(place));
    return Buffer.concat([decipher.update(sealed), decipher.setAuthTag(tag).final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

const aadOf = (place: readonly string[]): Buffer => Buffer.from(JSON.stringify(place));
