import type { Operation } from '@crumbtrail/contracts';
import { connect, type Msg, type NatsConnection, type Subscription } from 'nats';

/** One request that a service sent to the store. */
export interface RecordedRequest<Request> {
  /** The service that sent it. */
  readonly from: string;
  /** The API key it was sent for; absent when the service asked for itself. */
  readonly key?: string;
  readonly body: Request;
}

interface StoredRequest extends RecordedRequest<unknown> {
  readonly verb: string;
  readonly workspace: string;
}

/** Copies every request to the store, as a second subscriber that never answers. Requests sent in several parts are left out. */
export class RequestRecorder {
  private readonly recorded: StoredRequest[] = [];

  private subscription: Subscription | undefined;

  private constructor(private readonly connection: NatsConnection) {}

  static async start({ servers, user, password }: Login): Promise<RequestRecorder> {
    const connection = await connect({ servers, user, pass: password, inboxPrefix: `_INBOX_${user}` });
    const recorder = new RequestRecorder(connection);
    await recorder.resume();
    return recorder;
  }

  /** Stops listening: while the store is down, the broker must tell callers that nobody answers. */
  pause(): Promise<void> {
    this.subscription?.unsubscribe();
    return this.connection.flush();
  }

  /** Listens again after {@link pause}. */
  resume(): Promise<void> {
    this.subscription = this.connection.subscribe('store.*.*.*', {
      callback: (error, message) => void (error ?? this.record(message)),
    });
    return this.connection.flush();
  }

  /** The requests of one operation about one workspace, in the order they arrived. */
  requests<Request, Reply>(
    { name }: Operation<Request, Reply>,
    workspace: string,
  ): readonly RecordedRequest<Request>[] {
    return this.recorded.filter(
      (one): one is StoredRequest & RecordedRequest<Request> =>
        `store.${one.verb}` === name && one.workspace === workspace,
    );
  }

  stop(): Promise<void> {
    return this.connection.drain();
  }

  private record(message: Msg): void {
    const [, verb = '', workspace = '', from = ''] = message.subject.split('.');
    const body = parseJson(message.string());
    if (body === undefined) return;
    const key = message.headers?.get('Crumb-Key');
    this.recorded.push({ verb, workspace, from, ...(key && { key }), body });
  }
}

interface Login {
  readonly servers: string;
  readonly user: string;
  readonly password: string;
}

/** Undefined for one part of a request that came in several. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
