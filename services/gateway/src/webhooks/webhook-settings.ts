/** How webhooks are sent. */
export abstract class WebhookSettings {
  /** The workspaces whose webhooks may go to addresses that are not public; `*`: all. */
  abstract readonly privateWorkspaces: readonly string[];
  /** How often an event is sent before it becomes a dead letter. */
  abstract readonly maxAttempts: number;
  /** Milliseconds between the first two attempts; twice as long after each, at most five minutes. */
  abstract readonly retryMs: number;
}
