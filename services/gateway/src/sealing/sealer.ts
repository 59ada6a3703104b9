import { Injectable } from '@nestjs/common';
import { refuse } from '@crumbtrail/contracts';
import { sealSecret } from '@crumbtrail/platform';

/** With what the gateway encrypts what operators save. */
export abstract class SealingSettings {
  /** The key of the installation; absent: nothing can be sealed. */
  abstract readonly settingsKey?: Buffer;
}

/** Encrypts what operators save, before it is stored or sent anywhere. */
@Injectable()
export class Sealer {
  constructor(private readonly settings: SealingSettings) {}

  get canSeal(): boolean {
    return this.settings.settingsKey !== undefined;
  }

  /** The secret, sealed for a place. Refuses with `invalid_payload` without a key of the installation; `otherwise` says what can be done instead. */
  seal(secret: string, place: readonly string[], otherwise: string): string {
    const { settingsKey } = this.settings;
    if (settingsKey) return sealSecret(secret, settingsKey, place);
    throw refuse(
      'invalid_payload',
      `This installation has no key to encrypt secrets with: set SETTINGS_KEY_FILE (or SETTINGS_KEY) of the gateway, the agent-executor and the tool-runner to the same 32 random bytes in base64, then start them again. ${otherwise}`,
    );
  }
}
