import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { refuse } from '@crumbtrail/contracts';
import {
  ListTaskPushes,
  RemoveTaskPush,
  SetTaskPush,
  taskPushName,
  type StoredTaskPush,
} from '@crumbtrail/contracts/operations/task-pushes';
import { ServiceRequests } from '../ports';
import { WebhookDeliveries } from '../webhooks/webhook-deliveries';
import { WebhookSender } from '../webhooks/webhook-sender';
import type { A2aCallFacts } from './a2a-call';
import { PushSecrets } from './push-secrets';
import type { PushTarget } from './read-push-config';
import { TaskReader } from './task-reader';

/** A push configuration in the JSON of A2A 1.0, without its secrets. */
export interface PushConfigJson {
  readonly id: string;
  readonly taskId: string;
  readonly url: string;
  readonly authentication?: { readonly scheme: string };
}

const toJson = ({ config: id, turn: taskId, url, scheme }: StoredTaskPush): PushConfigJson => ({
  id,
  taskId,
  url,
  ...(scheme !== undefined && { authentication: { scheme } }),
});

/** The push configurations of tasks, each of the participant that made it. Secrets are encrypted before they are sent or stored, and never shown. */
@Injectable()
export class PushConfigs {
  // eslint-disable-next-line max-params -- injected by Nest, by type and not by position
  constructor(
    private readonly requests: ServiceRequests,
    private readonly tasks: TaskReader,
    private readonly secrets: PushSecrets,
    private readonly sender: WebhookSender,
    private readonly deliveries: WebhookDeliveries,
  ) {}

  /** Refuses a configuration that nothing could be sent to, before anything is done for it. */
  check({ identity: { workspace } }: A2aCallFacts, target: PushTarget): void {
    const refusal = this.sender.refusalOf(workspace, target.url);
    if (refusal !== undefined)
      throw refuse('invalid_payload', `Nothing can be pushed to ${target.url}, because ${refusal}.`);
    this.secrets.seal({ workspace, name: '', url: target.url }, target);
  }

  async set(call: A2aCallFacts, task: string, target: PushTarget): Promise<PushConfigJson> {
    this.check(call, target);
    const { caller, identity, to } = call;
    const { id: turn } = await this.tasks.findTurn(call, task);
    const { url, scheme, config = randomUUID() } = target;
    const key = { agent: to.agent, turn, config };
    const place = { workspace: identity.workspace, name: taskPushName(identity.participant, key), url };
    const stored = await this.requests.request(SetTaskPush, caller, {
      ...key,
      url,
      is_json: to.definition.output_schema !== undefined,
      ...(scheme !== undefined && { scheme }),
      sealed_secret: this.secrets.seal(place, target),
    });
    this.deliveries.wake();
    return toJson(stored);
  }

  async list(call: A2aCallFacts, task: string): Promise<PushConfigJson[]> {
    const { caller, to } = call;
    const { id: turn } = await this.tasks.findTurn(call, task);
    const { pushes } = await this.requests.request(ListTaskPushes, caller, { agent: to.agent, turn });
    return pushes.map(toJson);
  }

  /** Rejects with `not_found` where the caller has none of this id. */
  async read(call: A2aCallFacts, task: string, config: string): Promise<PushConfigJson> {
    const found = (await this.list(call, task)).find(({ id }) => id === config);
    if (found) return found;
    throw refuse('not_found', `The task ${task} has no push configuration ${config.slice(0, 80)} of this key.`);
  }

  /** Does nothing where the caller has none of this id. */
  async remove(call: A2aCallFacts, task: string, config: string): Promise<void> {
    const { caller, to } = call;
    const { id: turn } = await this.tasks.findTurn(call, task);
    await this.requests.request(RemoveTaskPush, caller, { agent: to.agent, turn, config });
  }
}
