import type { WebhookLease } from '@crumbtrail/contracts/operations/webhooks';
import type { TaskChange } from '@crumbtrail/contracts/operations/task-pushes';
import type { SendResult } from './webhook-sender';

/** The most messages that tell of one change. */
export const MAX_MESSAGES = 2;

/** What came of telling a client about a change of its task. */
export interface NotificationResult extends SendResult {
  /** The client may no longer be told. */
  readonly isOver?: boolean;
}

/** A change of a turn, and for whom it is. */
export interface TaskNotification {
  readonly lease: WebhookLease;
  readonly change: TaskChange;
  /** Of the workspace. */
  readonly cell: string;
}

/** Tells clients about changes of their tasks, in the words of the protocol by which they asked for it. */
export abstract class TaskNotifier {
  /** Sends at most {@link MAX_MESSAGES}, one after the other. */
  abstract notify(notification: TaskNotification, stopped: AbortSignal): Promise<NotificationResult>;
}
