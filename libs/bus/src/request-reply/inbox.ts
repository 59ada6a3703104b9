import { createInbox, type Msg, type NatsConnection, type Subscription } from 'nats';

/** Receives the replies to one request. */
export interface ReplySubject {
  readonly subject: string;
  close(): void;
}

/** What a mailbox receives. */
export interface ReplyListener {
  message(message: Msg): void;
  failed(error: Error): void;
}

/** One subscription under the service's own inbox prefix, shared by all open requests. */
export class Inbox {
  private readonly root: string;
  private readonly listeners = new Map<string, ReplyListener>();
  private readonly subscription: Subscription;
  private next = 0;

  constructor(connection: NatsConnection, prefix: string) {
    this.root = createInbox(prefix);
    this.subscription = connection.subscribe(`${this.root}.*`, {
      callback: (error, message) => (error ? this.failAll(error) : this.deliver(message)),
    });
  }

  /** Opens a mailbox; the caller must close it. */
  open(listener: ReplyListener): ReplySubject {
    const token = (this.next++).toString(36);
    this.listeners.set(token, listener);
    return { subject: `${this.root}.${token}`, close: () => void this.listeners.delete(token) };
  }

  /** Ends the subscription. */
  close(): void {
    this.subscription.unsubscribe();
  }

  private deliver(message: Msg): void {
    this.listeners.get(message.subject.slice(this.root.length + 1))?.message(message);
  }

  private failAll(error: Error): void {
    for (const listener of this.listeners.values()) listener.failed(error);
  }
}
