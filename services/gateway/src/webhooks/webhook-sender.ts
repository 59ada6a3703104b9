import { Injectable } from '@nestjs/common';
import { webhookSecretPlace, type StoredWebhook } from '@crumbtrail/contracts/operations/webhooks';
import { openSecret } from '@crumbtrail/platform';
import { createPublicFetch, refusePrivateUrl } from '@crumbtrail/platform/public-fetch';
import { SealingSettings } from '../sealing/sealer';
import { signMessage } from './sign-message';
import { CLOUD_EVENT_TYPE, type CloudEvent } from './to-cloud-event';
import { WebhookSettings } from './webhook-settings';

/** How long a receiver may take to answer, in milliseconds. */
export const ANSWER_WITHIN_MS = 10_000;

const MAX_MESSAGE_CHARACTERS = 300;

/** What came of sending an event. */
export interface SendResult {
  readonly ok: boolean;
  /** What the receiver answered, or why it did not. */
  readonly message: string;
}

/** A message for a receiver. */
export interface ReceiverMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const UNREADABLE_SECRET =
  'The secret of the webhook cannot be decrypted, because this installation has another SETTINGS_KEY than the one that it was saved with, or none. Remove the webhook and add it again.';

const explain = (error: unknown): string => {
  const { cause, message, name } = error as Error & { readonly cause?: unknown };
  if (name === 'TimeoutError') return `no answer within ${ANSWER_WITHIN_MS / 1_000} s`;
  const why = cause instanceof Error ? cause.message : message;
  return why.slice(0, MAX_MESSAGE_CHARACTERS);
};

/** Sends events to receivers, signed. A redirect is a failure, and no body of an answer is read. */
@Injectable()
export class WebhookSender {
  private readonly publicFetch = createPublicFetch();
  private readonly anyFetch = createPublicFetch(() => true);

  constructor(
    private readonly sealing: SealingSettings,
    private readonly settings: WebhookSettings,
  ) {}

  /**
   * Why events of a workspace are not sent to a URL; undefined where they may be. Whoever operates a workspace has no business in the network of the
   * installation, and no address without encryption, unless the installation says so. What a name leads to is seen when events are sent.
   */
  refusalOf(workspace: string, url: string): string | undefined {
    if (this.mayReachAll(workspace)) return undefined;
    if (!url.startsWith('https://')) return `${url} is not encrypted`;
    return refusePrivateUrl(url)?.message;
  }

  async send(webhook: StoredWebhook, event: CloudEvent, stopped?: AbortSignal): Promise<SendResult> {
    const { settingsKey } = this.sealing;
    const place = webhookSecretPlace(webhook.workspace, webhook);
    const secret = settingsKey && openSecret(webhook.sealed_secret, settingsKey, place);
    if (secret === undefined) return { ok: false, message: UNREADABLE_SECRET };
    const body = JSON.stringify(event);
    const signature = signMessage(secret, { id: event.id, timestamp: Math.floor(Date.now() / 1_000), body });
    return this.post(webhook, { headers: { 'content-type': CLOUD_EVENT_TYPE, ...signature }, body }, stopped);
  }

  /** Sends a message to a URL for a workspace, where that may be reached. */
  async post(
    { workspace, url }: Pick<StoredWebhook, 'workspace' | 'url'>,
    { headers, body }: ReceiverMessage,
    stopped?: AbortSignal,
  ): Promise<SendResult> {
    const refusal = this.refusalOf(workspace, url);
    if (refusal !== undefined) return { ok: false, message: refusal };
    const timeout = AbortSignal.timeout(ANSWER_WITHIN_MS);
    try {
      const {
        ok,
        status,
        body: answer,
      } = await this.fetchFor(workspace)(url, {
        method: 'POST',
        headers: { 'user-agent': 'Crumbtrail', ...headers },
        body,
        signal: stopped ? AbortSignal.any([timeout, stopped]) : timeout,
      });
      await answer?.cancel();
      return { ok, message: `status ${status}` };
    } catch (error) {
      return { ok: false, message: explain(error) };
    }
  }

  private fetchFor(workspace: string): typeof fetch {
    return this.mayReachAll(workspace) ? this.anyFetch : this.publicFetch;
  }

  private mayReachAll(workspace: string): boolean {
    const { privateWorkspaces } = this.settings;
    return privateWorkspaces.includes(workspace) || privateWorkspaces.includes('*');
  }
}
