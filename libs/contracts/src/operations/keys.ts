import { defineOperation } from './define-operation';
import type { Participant } from '../record';

export type Role = 'reader' | 'writer' | 'operator';

/** Who a key speaks for. */
export interface Identity {
  readonly workspace: string;
  readonly participant: Participant;
  readonly role: Role;
  readonly key_id: string;
}

export const WhoAmI = defineOperation<Record<string, never>, Identity>('store', 'who-am-i');

export interface KeyView {
  readonly id: string;
  readonly participant: Participant;
  readonly role: Role;
  readonly created_at: string;
  readonly expires_at?: string;
  readonly revoked_at?: string;
}

export const CreateKey = defineOperation<
  { readonly participant: Participant; readonly role: Role; readonly expires_at?: string },
  KeyView & { readonly secret: string }
>('store', 'create-key');
export const ListKeys = defineOperation<Record<string, never>, { readonly keys: readonly KeyView[] }>(
  'store',
  'list-keys',
);
export const RevokeKey = defineOperation<{ readonly id: string }, KeyView>('store', 'revoke-key');

/** Only operators of the workspace `default`. The answer holds the new workspace's first operator key, shown once. */
export const CreateWorkspace = defineOperation<
  { readonly name: string },
  { readonly name: string; readonly secret: string }
>('store', 'create-workspace');
export const ListWorkspaces = defineOperation<
  Record<string, never>,
  { readonly workspaces: readonly { readonly name: string; readonly created_at: string }[] }
>('store', 'list-workspaces');

/** A service's wish for its durable consumer; the store makes it, at the right place of the stream. */
export interface SubscribeRequest {
  readonly durable: string;
  /** NATS subject filter, as libs/bus makes it. */
  readonly filter: string;
  /** For a durable never seen before: at the log's beginning or at its head. */
  readonly start: 'first' | 'head';
  readonly ack_wait_ms: number;
}

export const Subscribe = defineOperation<SubscribeRequest, { readonly stream: string; readonly epoch: number }>(
  'store',
  'subscribe',
);

export interface StatusReply {
  readonly log_id: string;
  readonly epoch: number;
  readonly head: number;
  readonly relayed: number;
  readonly indexed: number;
  readonly embedded: number;
  readonly database: 'pglite' | 'postgres';
  readonly embedder: string;
  readonly oldest_unrelayed_ms: number;
  readonly durables: readonly {
    readonly name: string;
    readonly floor: number;
    readonly waiting: number;
    readonly pending: number;
  }[];
}

export const Status = defineOperation<Record<string, never>, StatusReply>('store', 'status');
