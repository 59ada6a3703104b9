import { z } from 'zod';
import { defineRoute } from './define-route';
import { integer, list, name, position, schemaName, tag, time } from './fields';

const TAG = 'webhooks';

const url = z
  .string()
  .max(500)
  .regex(/^https?:\/\/[^\s@#]+$/, 'must begin with http:// or https://, without a user, a password or a fragment')
  .refine((text) => URL.canParse(text), 'must be a URL');

const reader = z
  .string()
  .regex(/^(user|agent|operator|tool|service):[a-z0-9][a-z0-9._-]{0,63}$/, 'must be a kind and an id such as user:ann');

const filterFields = {
  schemas: z.array(schemaName).min(1).max(32).optional().describe('Only events of these schemas.'),
  session: name.optional().describe('Only events of this session.'),
  tags: z.array(tag).min(1).max(32).optional().describe('Only events of breadcrumbs with one of these tags.'),
  kinds: z
    .array(z.enum(['created', 'updated', 'erased', 'expired']))
    .min(1)
    .optional(),
  reader: reader
    .optional()
    .describe('Only what this participant may read. Default: only what everybody in the workspace may read.'),
};

const webhookBody = z
  .strictObject({
    name: name.describe('The name of the webhook in its workspace.'),
    url: url.describe('Where events are sent with POST.'),
    ...filterFields,
    after: position.optional().describe('Send what comes after this position of the log. Default: from now on.'),
  })
  .meta({ id: 'WebhookBody' });

/** A webhook to create. */
export type WebhookBody = z.input<typeof webhookBody>;

const webhook = z.object({
  name: z.string(),
  url: z.string(),
  ...filterFields,
  created_by: z.string(),
  created_at: time,
  position: integer.describe('The position of the log through which events are handled.'),
  attempts: integer.describe('How often the next event was sent without success.'),
  next_at: time.describe('When it is sent again, if it was sent without success.'),
  last_error: z.string().optional().describe('Why the last attempt failed. Absent after success.'),
  delivered: integer,
  dead: integer.describe('Events that became dead letters.'),
});

const webhookView = webhook.meta({ id: 'Webhook' });

/** A webhook, without its secret. */
export type WebhookView = Readonly<z.output<typeof webhookView>>;

const newWebhook = webhook.extend({ secret: z.string() }).meta({ id: 'NewWebhook' });

/** A new webhook, with the secret that no later reply shows. */
export type NewWebhook = Readonly<z.output<typeof newWebhook>>;

const trial = z
  .object({ ok: z.boolean(), latency_ms: integer, message: z.string().describe('What the receiver answered.') })
  .meta({ id: 'WebhookTrial' });

/** What came of a test event. */
export type WebhookTrial = Readonly<z.output<typeof trial>>;

const nameParams = z.object({ name });

export const AddWebhook = defineRoute({
  name: 'createWebhook',
  method: 'POST',
  path: '/v1/webhooks',
  tag: TAG,
  summary: 'Send events to a URL as CloudEvents; the secret that signs them is shown only once',
  role: 'operator',
  body: webhookBody,
  replies: { 201: newWebhook },
  errors: ['id_conflict'],
});

export const ListAllWebhooks = defineRoute({
  name: 'listWebhooks',
  method: 'GET',
  path: '/v1/webhooks',
  tag: TAG,
  summary: 'List the webhooks of the workspace and how far they are, without their secrets',
  role: 'operator',
  replies: { 200: z.object({ webhooks: list(webhookView) }).meta({ id: 'Webhooks' }) },
});

export const DeleteWebhook = defineRoute({
  name: 'removeWebhook',
  method: 'DELETE',
  path: '/v1/webhooks/:name',
  tag: TAG,
  summary: 'Remove a webhook',
  role: 'operator',
  params: nameParams,
  replies: { 200: webhookView },
});

export const TestWebhook = defineRoute({
  name: 'testWebhook',
  method: 'POST',
  path: '/v1/webhooks/:name/test',
  tag: TAG,
  summary: 'Send a signed test event once; its position stays',
  role: 'operator',
  params: nameParams,
  replies: { 200: trial },
});

export const ReplayWebhookFrom = defineRoute({
  name: 'replayWebhook',
  method: 'POST',
  path: '/v1/webhooks/:name/replay',
  tag: TAG,
  summary: 'Send everything after a position of the log again, with the ids of before',
  role: 'operator',
  params: nameParams,
  body: z.strictObject({ after: position }).meta({ id: 'WebhookReplayBody' }),
  replies: { 200: webhookView },
  errors: ['cursor_gone'],
});
