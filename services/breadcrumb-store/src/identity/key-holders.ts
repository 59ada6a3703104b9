import { Injectable } from '@nestjs/common';
import { isConsoleSessionSecret, refuse, type Identity } from '@crumbtrail/contracts';
import { ConsoleSessions } from './console-sessions';
import { Keys } from './keys';

/** Finds the holder of an API key, or of the key of a console session, by its secret. */
@Injectable()
export class KeyHolders {
  constructor(
    private readonly keys: Keys,
    private readonly consoleSessions: ConsoleSessions,
  ) {}

  /** Rejects with `unauthenticated` where the secret is of no valid key. */
  async identify(secret: string): Promise<Identity> {
    if (!isConsoleSessionSecret(secret)) {
      const identity = await this.keys.identify(secret);
      if (identity) return identity;
      throw refuse('unauthenticated', 'This API key is not known, has expired or was revoked.');
    }
    const keyHash = await this.consoleSessions.findKeyHash(secret);
    const identity = keyHash === null ? null : await this.keys.identifyByHash(keyHash);
    if (identity) return identity;
    throw refuse('unauthenticated', 'This sign-in has ended: sign in again.');
  }
}
