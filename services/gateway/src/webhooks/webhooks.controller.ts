import { Controller } from '@nestjs/common';
import {
  AddWebhook,
  DeleteWebhook,
  ListAllWebhooks,
  ReplayWebhookFrom,
  TestWebhook,
  type NewWebhook,
  type WebhookTrial,
  type WebhookView,
} from '@crumbtrail/contracts/http/webhooks';
import { Input, Route, type RouteInput } from '../http/route';
import { WebhookRegistry } from './webhook-registry';

/** Webhooks, for operators. */
@Controller()
export class WebhooksController {
  constructor(private readonly webhooks: WebhookRegistry) {}

  @Route(AddWebhook)
  add(@Input() { caller, body }: RouteInput<typeof AddWebhook>): Promise<NewWebhook> {
    return this.webhooks.create(caller, body);
  }

  @Route(ListAllWebhooks)
  list(@Input() { caller }: RouteInput<typeof ListAllWebhooks>): Promise<{ webhooks: WebhookView[] }> {
    return this.webhooks.list(caller);
  }

  @Route(DeleteWebhook)
  remove(@Input() { caller, params }: RouteInput<typeof DeleteWebhook>): Promise<WebhookView> {
    return this.webhooks.remove(caller, params.name);
  }

  @Route(TestWebhook)
  test(@Input() { caller, params }: RouteInput<typeof TestWebhook>): Promise<WebhookTrial> {
    return this.webhooks.test(caller, params.name);
  }

  @Route(ReplayWebhookFrom)
  replay(@Input() { caller, params, body }: RouteInput<typeof ReplayWebhookFrom>): Promise<WebhookView> {
    return this.webhooks.replay(caller, params.name, body.after);
  }
}
