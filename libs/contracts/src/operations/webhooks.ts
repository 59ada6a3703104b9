import { z } from 'zod';
import type { CrumbEvent, EventKind, Participant } from '../record';
import { BREADCRUMB_STORE, GATEWAY } from '../service-names';
import { defineOperation, replyOf, type RequestOf, type Role } from './define-operation';
import { list, name, participantKind, position, text } from './request-fields';
import type { TaskChange, TaskPush } from './task-pushes';

/** The most webhooks of a workspace. */
export const MAX_WEBHOOKS = 100;

/** For what the secret of a webhook is sealed: it opens for no other workspace, webhook or address. */
export const webhookSecretPlace = (
  workspace: string,
  webhook: { readonly name: string; readonly url: string },
): readonly string[] => [workspace, 'webhook', webhook.name, webhook.url];

const DURABLE = 'webhook-';

/** How dead letters name a webhook, where those of services name a consumer. */
export const webhookDurable = (name: string): string => `${DURABLE}${name}`;

/** The webhook of a dead letter with this consumer; undefined where a service gave up. */
export const webhookOfDurable = (durable: string): string | undefined =>
  durable.startsWith(DURABLE) ? durable.slice(DURABLE.length) : undefined;

/** Which events a webhook gets. */
export interface WebhookFilter {
  /** Default: all. */
  readonly schemas?: readonly string[] | undefined;
  readonly session?: string | undefined;
  /** Of breadcrumbs with one of these tags. Default: all. */
  readonly tags?: readonly string[] | undefined;
  readonly kinds?: readonly EventKind[] | undefined;
  /** Only what this participant may read. Default: only what everybody in the workspace may read. */
  readonly reader?: Participant | undefined;
}

const filter = z.strictObject({
  schemas: list(text, 64).optional(),
  session: text.optional(),
  tags: list(text, 64).optional(),
  kinds: list(z.enum(['created', 'updated', 'erased', 'expired'])).optional(),
  reader: z.strictObject({ kind: participantKind, id: name }).optional(),
}) satisfies z.ZodType<WebhookFilter>;

/** A webhook as it is stored. */
export interface StoredWebhook {
  readonly workspace: string;
  readonly name: string;
  readonly url: string;
  readonly filter: WebhookFilter;
  /** Encrypted with the key of the installation for {@link webhookSecretPlace}. */
  readonly sealed_secret: string;
  readonly created_by: string;
  readonly created_at: string;
  /** The position in the log through which events are handled. */
  readonly position: number;
  /** How often the next event was sent without success. */
  readonly attempts: number;
  readonly next_at: string;
  /** Why the last attempt failed. Absent after success. */
  readonly last_error?: string;
  readonly delivered: number;
  readonly dead: number;
}

/** For whom a turn is followed, with the rights of now. */
export interface FollowedTurn {
  readonly push: TaskPush;
  readonly owner: Participant;
  readonly role: Role;
}

/** A page of events that one process delivers, while nobody else delivers to this webhook. */
export interface WebhookLease extends StoredWebhook {
  /** It follows one turn for a participant, and its events are {@link TaskChange}s. Absent: it is a webhook of an operator. */
  readonly task?: FollowedTurn;
  /** Grows with every lease: what is settled with an older one is refused. */
  readonly fence: number;
  /** In log order. */
  readonly events: readonly (CrumbEvent | TaskChange)[];
  /** The position through which the events are complete. */
  readonly through: number;
}

export const CreateWebhook = defineOperation({
  name: 'store.create-webhook',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'operator',
  request: z.object({
    name,
    url: text,
    filter,
    sealed_secret: text,
    /** Deliver what comes after this position. Default: after the end of the log. */
    after: position.optional(),
  }),
  reply: replyOf<StoredWebhook>(),
});
export type CreateWebhookRequest = RequestOf<typeof CreateWebhook>;

export const ListWebhooks = defineOperation({
  name: 'store.list-webhooks',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'operator',
  request: z.object({ name: name.optional() }),
  reply: replyOf<{ readonly webhooks: readonly StoredWebhook[] }>(),
});

export const RemoveWebhook = defineOperation({
  name: 'store.remove-webhook',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'operator',
  request: z.object({ name }),
  reply: replyOf<StoredWebhook>(),
});

/** Delivers everything after a position again, or skips to one. */
export const ReplayWebhook = defineOperation({
  name: 'store.replay-webhook',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'operator',
  request: z.object({ name, after: position }),
  reply: replyOf<StoredWebhook>(),
});

const leaseMs = z.int().min(1_000).max(600_000);

/** Takes a webhook for which events are due; without one, says only whether there are webhooks. */
export const LeaseWebhook = defineOperation({
  name: 'store.lease-webhook',
  service: BREADCRUMB_STORE,
  callers: [GATEWAY],
  role: null,
  request: z.object({ lease_ms: leaseMs }),
  reply: replyOf<{ readonly lease?: WebhookLease; readonly any: boolean }>(),
});

/** Records what became of an event, and renews or ends the lease. */
export const SettleWebhook = defineOperation({
  name: 'store.settle-webhook',
  service: BREADCRUMB_STORE,
  callers: [GATEWAY],
  role: null,
  request: z.object({
    workspace: name,
    name: text,
    fence: position,
    /** The position through which events are handled now. */
    position,
    attempts: position,
    /** Whether an event was delivered. */
    delivered: z.boolean().optional(),
    error: z.string().max(500).optional(),
    /** Becomes a dead letter: the event that was given up, and how often it was sent. */
    dead: z
      .object({ id: text, version: position, schema_name: text, kind: text, position, deliveries: position.min(1) })
      .optional(),
    /** Nothing more is sent: it is removed. */
    ended: z.boolean().optional(),
    retry_in_ms: position,
    /** How long the lease lasts from now; 0 ends it. */
    lease_ms: leaseMs.or(z.literal(0)),
  }),
  reply: replyOf<{ /** False: another process has the webhook, or it was changed. */ readonly held: boolean }>(),
});
export type SettleWebhookRequest = RequestOf<typeof SettleWebhook>;
