import { z } from 'zod';
import { BREADCRUMB_STORE, CONTEXT_BUILDER, GATEWAY, MEMORY_KEEPER, TOOL_RUNNER } from '../service-names';
import { displayName } from '../display-name';
import type { Participant } from '../record';
import { defineOperation, replyOf, ROLES, type RequestOf, type Role } from './define-operation';
import { name, participantKind, text, time } from './request-fields';

/** The participant that a key represents. */
export interface Identity {
  readonly workspace: string;
  readonly participant: Participant;
  /** The display name of the key's holder, under which its crumbs are written. */
  readonly name?: string;
  /** It is the key of a chat program. Default: false. */
  readonly client?: boolean;
  readonly role: Role;
  readonly key_id: string;
}

/** Identifies a key. It is sent before the key's workspace is known, so the request may name any workspace. */
export const WhoAmI = defineOperation({
  name: 'store.who-am-i',
  service: BREADCRUMB_STORE,
  callers: [],
  forwarders: [CONTEXT_BUILDER, GATEWAY, MEMORY_KEEPER],
  role: 'reader',
  anyWorkspace: true,
  request: z.object({}),
  reply: replyOf<Identity>(),
});

export interface KeyView {
  readonly id: string;
  readonly participant: Participant;
  /** The display name of its holder. */
  readonly name?: string;
  /** It is the key of a chat program. Default: false. */
  readonly client?: boolean;
  /** It has no secret: this user of NATS, by its public NKEY, or `anyone` there is its participant. Absent: it is an API key. */
  readonly nats_user?: string;
  readonly role: Role;
  readonly created_at: string;
  readonly expires_at?: string;
  readonly revoked_at?: string;
  /** Absent: it was never used. Noted at most every five minutes. */
  readonly last_used_at?: string;
}

/** Creates a key; this reply is the only place that contains its secret. */
export const CreateKey = defineOperation({
  name: 'store.create-key',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'operator',
  request: z.object({
    participant: z.strictObject({ kind: participantKind, id: name }),
    /** The display name under which the key writes. Default: none; then each crumb may bring one. */
    name: displayName.optional(),
    /** Agents take the system messages that come with it as a persona, unless their definition says otherwise. Default: false. */
    client: z.boolean().optional(),
    role: z.enum(ROLES),
    expires_at: time.optional(),
    /** Also for an id that another kind of participant has. Default: false, which refuses it. */
    force: z.boolean().optional(),
  }),
  reply: replyOf<KeyView & { readonly secret: string }>(),
});
export type CreateKeyRequest = RequestOf<typeof CreateKey>;

/** Lists a workspace's keys, without their secrets. */
export const ListKeys = defineOperation({
  name: 'store.list-keys',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'operator',
  request: z.object({}),
  reply: replyOf<{ readonly keys: readonly KeyView[] }>(),
});

/** Revokes a key at once. */
export const RevokeKey = defineOperation({
  name: 'store.revoke-key',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'operator',
  request: z.object({ id: text }),
  reply: replyOf<KeyView>(),
});

/** Creates a workspace and its first operator key, whose secret is shown once. Only operators of the workspace `default` may send it. */
export const CreateWorkspace = defineOperation({
  name: 'store.create-workspace',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'operator',
  request: z.object({ name }),
  reply: replyOf<{ readonly name: string; readonly secret: string }>(),
});

/** Lists all workspaces for operators of `default`; for others, only their own. */
export const ListWorkspaces = defineOperation({
  name: 'store.list-workspaces',
  service: BREADCRUMB_STORE,
  callers: [TOOL_RUNNER],
  role: 'operator',
  request: z.object({}),
  reply: replyOf<{ readonly workspaces: readonly { readonly name: string; readonly created_at: string }[] }>(),
});

/** What a move of a workspace to another cell did. */
export interface MovedWorkspace {
  readonly workspace: string;
  /** The cell that has it now. */
  readonly cell: string;
  /** Rows copied, by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** How long the copy took while the workspace was in use, milliseconds. */
  readonly copied_ms: number;
  /** How long people's writes waited, milliseconds. */
  readonly paused_ms: number;
}

/**
 * Moves the workspace of the key to another cell, while it is used. People's writes are refused as `moving` from when the turns in progress are awaited
 * until the other cell has the workspace; so is everything at the end. Refused as `unavailable` where work of agents does not end within `within_ms`;
 * the workspace then stays.
 */
export const MoveWorkspace = defineOperation({
  name: 'store.move-workspace',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'operator',
  request: z.object({
    /** A cell of the setting `CELL_DATABASES`. */
    to: name,
    /** How long turns in progress may take to end, milliseconds. Default: 60,000. */
    within_ms: z.number().int().min(0).max(600_000).optional(),
  }),
  reply: replyOf<MovedWorkspace>(),
});
