import { Injectable } from '@nestjs/common';
import { taskPushSecretPlace } from '@crumbtrail/contracts/operations/task-pushes';
import { openSecret } from '@crumbtrail/platform';
import { Sealer, SealingSettings } from '../sealing/sealer';
import type { PushTarget } from './read-push-config';

const WITHOUT_KEY = 'Until then, send a configuration without token and credentials, or subscribe to the task.';

/** For which configuration, of which address, secrets are. */
export interface PushPlace {
  readonly workspace: string;
  readonly name: string;
  readonly url: string;
}

type Secrets = Partial<Pick<PushTarget, 'token' | 'credentials'>>;

const placeOf = ({ workspace, ...push }: PushPlace): readonly string[] => taskPushSecretPlace(workspace, push);

/** Encrypts what the gateway shows to receivers. Nothing but the sender decrypts it. */
@Injectable()
export class PushSecrets {
  constructor(
    private readonly sealer: Sealer,
    private readonly settings: SealingSettings,
  ) {}

  /** Empty where there is nothing to hide. */
  seal(place: PushPlace, { token, credentials }: Secrets): string {
    if (token === undefined && credentials === undefined) return '';
    return this.sealer.seal(JSON.stringify({ token, credentials }), placeOf(place), WITHOUT_KEY);
  }

  /** Undefined where they cannot be decrypted. */
  open(place: PushPlace, sealed: string): Secrets | undefined {
    if (sealed === '') return {};
    const { settingsKey } = this.settings;
    const text = settingsKey && openSecret(sealed, settingsKey, placeOf(place));
    return text === undefined ? undefined : (JSON.parse(text) as Secrets);
  }
}
