import { Injectable } from '@nestjs/common';
import type { FollowedTurn } from '@crumbtrail/contracts/operations/webhooks';
import { namesCaller, Publications } from '../agents/publications';
import { TaskNotifier, type NotificationResult, type TaskNotification } from '../webhooks/task-notifier';
import { WebhookSender } from '../webhooks/webhook-sender';
import { PushSecrets } from './push-secrets';
import { toPushUpdates } from './to-push-updates';

const MEDIA_TYPE = 'application/a2a+json';

const UNREADABLE_SECRET =
  'The secrets of the push configuration cannot be decrypted, because this installation has another SETTINGS_KEY than the one that it was saved with, or none.';

/** Sends changes of tasks as A2A 1.0 says: each message is one event of a stream, with what the client gave to authenticate the sender. */
@Injectable()
export class PushNotifier extends TaskNotifier {
  constructor(
    private readonly publications: Publications,
    private readonly secrets: PushSecrets,
    private readonly sender: WebhookSender,
  ) {
    super();
  }

  async notify({ lease, change, cell }: TaskNotification, stopped: AbortSignal): Promise<NotificationResult> {
    const { workspace, name, url, sealed_secret } = lease;
    const task = lease.task as FollowedTurn;
    if (!(await this.isReachable(task, { workspace, cell })))
      return { ok: false, message: `${task.push.agent} is no longer published for the caller`, isOver: true };
    const secrets = this.secrets.open({ workspace, name, url }, sealed_secret);
    if (!secrets) return { ok: false, message: UNREADABLE_SECRET };
    const { token, credentials } = secrets;
    const authorization = credentials === undefined ? undefined : `${task.push.scheme ?? 'Bearer'} ${credentials}`;
    let result: NotificationResult = { ok: true, message: 'nothing to send' };
    for (const [at, update] of toPushUpdates(change, task).entries()) {
      const headers = {
        'content-type': MEDIA_TYPE,
        // The same whenever the message is sent: receivers recognise what they have.
        'webhook-id': `${change.id}.${change.position}.${at}`,
        ...(token !== undefined && { 'x-a2a-notification-token': token }),
        ...(authorization !== undefined && { authorization }),
      };
      result = await this.sender.post({ workspace, url }, { headers, body: JSON.stringify(update) }, stopped);
      if (!result.ok) return result;
    }
    return result;
  }

  private async isReachable(
    { push, owner, role }: FollowedTurn,
    place: { readonly workspace: string; readonly cell: string },
  ): Promise<boolean> {
    const found = await this.publications.find(place, push.agent);
    const a2a = found?.definition.publish?.a2a;
    return a2a !== undefined && namesCaller(a2a.callers, { role, participant: owner });
  }
}
