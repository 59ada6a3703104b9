import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { participantName, refuse, type Participant } from '@crumbtrail/contracts';
import type { NewWebhook, WebhookBody, WebhookTrial, WebhookView } from '@crumbtrail/contracts/http/webhooks';
import {
  CreateWebhook,
  ListWebhooks,
  RemoveWebhook,
  ReplayWebhook,
  webhookSecretPlace,
  type StoredWebhook,
  type WebhookFilter,
} from '@crumbtrail/contracts/operations/webhooks';
import type { Caller } from '../http/caller';
import { ServiceRequests } from '../ports';
import { Sealer } from '../sealing/sealer';
import { formatSecret, SECRET_BYTES } from './sign-message';
import { testEvent } from './to-cloud-event';
import { WebhookDeliveries } from './webhook-deliveries';
import { WebhookSender } from './webhook-sender';

const WITHOUT_KEY = 'Until then, programs can follow `GET /v1/events`.';

const PUBLIC_OR_NAMED =
  'Give a public address that begins with https://, or have whoever runs this installation name the workspace in WEBHOOK_PRIVATE_WORKSPACES of the gateway.';

function toView({ workspace: _workspace, sealed_secret: _secret, filter, ...webhook }: StoredWebhook): WebhookView {
  const { reader, schemas, session, tags, kinds } = filter;
  return {
    ...webhook,
    ...(schemas && { schemas: [...schemas] }),
    ...(session !== undefined && { session }),
    ...(tags && { tags: [...tags] }),
    ...(kinds && { kinds: [...kinds] }),
    ...(reader && { reader: participantName(reader) }),
  };
}

function toReader(text: string): Participant {
  const [kind = '', id = ''] = text.split(':');
  return { kind: kind as Participant['kind'], id };
}

function toFilter({ schemas, session, tags, kinds, reader }: WebhookBody): WebhookFilter {
  return {
    ...(schemas && { schemas }),
    ...(session !== undefined && { session }),
    ...(tags && { tags }),
    ...(kinds && { kinds }),
    ...(reader !== undefined && { reader: toReader(reader) }),
  };
}

const ACTION = 'manage webhooks';

/** Creates, lists, tests, replays and removes webhooks for operators. A secret is encrypted before it is sent or stored. */
@Injectable()
export class WebhookRegistry {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly sealer: Sealer,
    private readonly sender: WebhookSender,
    private readonly deliveries: WebhookDeliveries,
  ) {}

  async create(caller: Caller, body: WebhookBody): Promise<NewWebhook> {
    const { workspace } = await this.requests.requireOperator(caller, ACTION);
    const { name, url, after } = body;
    const refusal = this.sender.refusalOf(workspace, url);
    if (refusal !== undefined)
      throw refuse('invalid_payload', `The webhook ${name} is not added, because ${refusal}. ${PUBLIC_OR_NAMED}`);
    const secret = formatSecret(randomBytes(SECRET_BYTES));
    const sealed_secret = this.sealer.seal(secret, webhookSecretPlace(workspace, { name, url }), WITHOUT_KEY);
    const request = { name, url, filter: toFilter(body), sealed_secret, ...(after !== undefined && { after }) };
    const created = await this.requests.request(CreateWebhook, caller, request);
    this.deliveries.wake();
    return { ...toView(created), secret };
  }

  async list(caller: Caller): Promise<{ webhooks: WebhookView[] }> {
    const { webhooks } = await this.requests.request(ListWebhooks, caller, {});
    return { webhooks: webhooks.map(toView) };
  }

  async remove(caller: Caller, name: string): Promise<WebhookView> {
    return toView(await this.requests.request(RemoveWebhook, caller, { name }));
  }

  async test(caller: Caller, name: string): Promise<WebhookTrial> {
    const { webhooks } = await this.requests.request(ListWebhooks, caller, { name });
    const webhook = webhooks[0] as StoredWebhook;
    const from = performance.now();
    const sent = await this.sender.send(webhook, testEvent(webhook.workspace, name, randomUUID()));
    return { ...sent, latency_ms: Math.round(performance.now() - from) };
  }

  async replay(caller: Caller, name: string, after: number): Promise<WebhookView> {
    const webhook = await this.requests.request(ReplayWebhook, caller, { name, after });
    this.deliveries.wake();
    return toView(webhook);
  }
}
