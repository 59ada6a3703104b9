import { z } from 'zod';
import { displayName } from '../display-name';
import { BREADCRUMB_STORE } from '../service-names';
import { defineOperation, replyOf, ROLES } from './define-operation';
import type { KeyView } from './keys';
import { name, participantKind, text, time } from './request-fields';

/** What begins so is no API key: it names a user of NATS, whose signature the gateway has verified. */
const PREFIX = 'nats:';

/** Stands for everybody who may publish to the agents of a workspace and gives neither a key nor a signature. */
export const ANY_NATS_USER = 'anyone';

/** By what the store finds the participant of a NATS user, a public NKEY or {@link ANY_NATS_USER}. It is no secret: only services of the stack may send it. */
export const natsSenderKey = (workspace: string, user: string): string => `${PREFIX}${workspace}:${user}`;

/** Does this name a user of NATS? No client may send it as an API key. */
export const isNatsSenderKey = (secret: string): boolean => secret.startsWith(PREFIX);

/** Makes a user of NATS a participant: prompts that it signs are this participant's. It is listed and revoked like a key. */
export const AdmitNatsUser = defineOperation({
  name: 'store.admit-nats-user',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'operator',
  request: z.object({
    /** A public NKEY, or `anyone`: everybody who may publish to the agents and gives neither a key nor a signature. */
    nats_user: text,
    participant: z.strictObject({ kind: participantKind, id: name }),
    name: displayName.optional(),
    role: z.enum(ROLES),
    expires_at: time.optional(),
    /** As of a key. Default: false. */
    force: z.boolean().optional(),
  }),
  reply: replyOf<KeyView>(),
});
