import { createPrivateKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { algorithmOf } from './card-signer';

const EXPECTED = 'expected a private key in PEM, Ed25519 or P-256, such as `openssl genpkey -algorithm ed25519` prints';

function parse(text: string): KeyObject | undefined {
  try {
    return createPrivateKey(text);
  } catch {
    return undefined;
  }
}

/** The private key that agent cards are signed with. The reason never shows what was given. */
export const cardKey = z.string().transform((text, context): KeyObject => {
  const key = parse(text);
  if (key && algorithmOf(key)) return key;
  context.addIssue({ code: 'custom', message: EXPECTED });
  return z.NEVER;
});
