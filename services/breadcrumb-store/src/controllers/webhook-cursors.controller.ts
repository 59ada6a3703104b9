import { Controller, UseGuards } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Respond } from '@crumbtrail/bus';
import { CrumbError, DeadLetter, type ReplyOf, type RequestOf } from '@crumbtrail/contracts';
import {
  CreateWebhook,
  LeaseWebhook,
  ListWebhooks,
  RemoveWebhook,
  ReplayWebhook,
  SettleWebhook,
  type SettleWebhookRequest,
  webhookDurable,
  type StoredWebhook,
} from '@crumbtrail/contracts/operations/webhooks';
import {
  ListTaskPushes,
  RemoveTaskPush,
  SetTaskPush,
  type SetTaskPushRequest,
  type StoredTaskPush,
} from '@crumbtrail/contracts/operations/task-pushes';
import { prepareCommit } from '../commands/prepare-commit';
import { randomIds } from '../commands/random-ids';
import type { AuthenticatedCaller } from '../identity/caller';
import { CallerGuard, CallerOf } from '../identity/caller.guard';
import { TaskPushes } from '../webhooks/task-pushes';
import { Webhooks } from '../webhooks/webhooks';
import { Writer } from '../writer/writer';

/** Webhooks of operators, push configurations of tasks, and both for the gateways that deliver. */
@Controller()
@UseGuards(CallerGuard)
export class WebhookCursorsController {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly pushes: TaskPushes,
    private readonly writer: Writer,
  ) {}

  @Respond(CreateWebhook)
  create(
    @Payload() request: RequestOf<typeof CreateWebhook>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<StoredWebhook> {
    return this.webhooks.create(caller, request);
  }

  @Respond(ListWebhooks)
  async list(
    @Payload() { name }: RequestOf<typeof ListWebhooks>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof ListWebhooks>> {
    return { webhooks: await this.webhooks.list(workspace, name) };
  }

  @Respond(RemoveWebhook)
  remove(
    @Payload() { name }: RequestOf<typeof RemoveWebhook>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<StoredWebhook> {
    return this.webhooks.remove(workspace, name);
  }

  @Respond(ReplayWebhook)
  replay(
    @Payload() { name, after }: RequestOf<typeof ReplayWebhook>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<StoredWebhook> {
    return this.webhooks.replay(workspace, name, after);
  }

  @Respond(SetTaskPush)
  setPush(@Payload() request: SetTaskPushRequest, @CallerOf() caller: AuthenticatedCaller): Promise<StoredTaskPush> {
    return this.pushes.set(caller, request);
  }

  @Respond(ListTaskPushes)
  async listPushes(
    @Payload() request: RequestOf<typeof ListTaskPushes>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof ListTaskPushes>> {
    return { pushes: await this.pushes.list(caller, request) };
  }

  @Respond(RemoveTaskPush)
  async removePush(
    @Payload() request: RequestOf<typeof RemoveTaskPush>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof RemoveTaskPush>> {
    return { removed: await this.pushes.remove(caller, request) };
  }

  @Respond(LeaseWebhook)
  lease(@Payload() { lease_ms }: RequestOf<typeof LeaseWebhook>): Promise<ReplyOf<typeof LeaseWebhook>> {
    return this.webhooks.lease(lease_ms);
  }

  /** The dead letter is written first: an event that was given up is in one of the two, whatever ends in between. */
  @Respond(SettleWebhook)
  async settle(
    @Payload() request: SettleWebhookRequest,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof SettleWebhook>> {
    if (request.dead) await this.writeDeadLetter(caller, request, request.dead);
    return { held: await this.webhooks.settle(request) };
  }

  private async writeDeadLetter(
    caller: AuthenticatedCaller,
    { workspace, name, error = 'no answer' }: SettleWebhookRequest,
    { id, version, schema_name, kind, position, deliveries }: NonNullable<SettleWebhookRequest['dead']>,
  ): Promise<void> {
    const context = {
      station: caller.principal,
      durable: webhookDurable(name),
      event: { position, id, version, schema_name, kind },
      deliveries,
      error: { name: 'WebhookFailed', message: error },
    };
    const draft = { schema_name: DeadLetter.name, cause: { id, version }, context };
    const by = { ...caller, workspace };
    try {
      await this.writer.submit(prepareCommit({ writes: [{ op: 'create', draft }] }, by, randomIds));
    } catch (failure) {
      // A replay may give an event up again: its dead letter is there.
      if (!(failure instanceof CrumbError && failure.code === 'id_conflict')) throw failure;
    }
  }
}
