import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** How many random bytes a secret has. */
export const SECRET_BYTES = 32;

/** Writes a secret as Standard Webhooks does, whose libraries take it as it is. */
export const formatSecret = (bytes: Buffer): string => `${PREFIX}${bytes.toString('base64')}`;

/** A message whose receiver checks who sent it. */
export interface SignedMessage {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** The headers of Standard Webhooks 1.0: HMAC-SHA256 over id, time and body. */
export function signMessage(secret: string, { id, timestamp, body }: SignedMessage): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
}
