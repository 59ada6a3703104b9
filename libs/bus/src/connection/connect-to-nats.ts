import { CrumbError } from '@crumbtrail/contracts';
import { type Logger, errorMessage } from '@crumbtrail/platform';
import { connect, type NatsConnection } from 'nats';
import { inboxPrefix } from '../protocol/subjects';

/** The NATS server, and the credentials. `service` is also the NATS user name, which the broker enforces in subjects. */
export interface BusOptions {
  readonly servers: string;
  readonly user?: string;
  readonly password?: string;
  readonly service: string;
  readonly name?: string;
  readonly logger?: Logger;
}

/** Opens the connection once. Rejects with `unavailable`, or `unauthenticated` when the broker refuses the credentials. */
export async function connectToNats(options: BusOptions): Promise<NatsConnection> {
  const { servers, user, password, service, name = service } = options;
  try {
    return await connect({
      servers: servers.split(',').map((one) => one.trim()),
      ...(user === undefined ? {} : { user, pass: password ?? '' }),
      name,
      inboxPrefix: inboxPrefix(service),
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 250,
      timeout: 5_000,
      pingInterval: 10_000,
      maxPingOut: 3,
      // Else the client makes two errors with stack traces for each request, also for those that succeed.
      noAsyncTraces: true,
    });
  } catch (error) {
    if (/authorization|authentication/i.test(errorMessage(error))) {
      throw new CrumbError(
        {
          code: 'unauthenticated',
          message: `NATS at ${servers} refuses the credentials of ${user ?? service}: check NATS_USER and NATS_PASSWORD.`,
        },
        { cause: error },
      );
    }
    throw new CrumbError(
      {
        code: 'unavailable',
        message: `NATS cannot be reached at ${servers} (${errorMessage(error)}): is it running, and is NATS_URL right?`,
      },
      { cause: error },
    );
  }
}
