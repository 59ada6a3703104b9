import { CrumbError } from '@crumbtrail/contracts';
import { type Logger, type NatsSettings, errorMessage } from '@crumbtrail/platform';
import { connect, type ConnectionOptions, credsAuthenticator, type NatsConnection } from 'nats';
import { inboxPrefix } from '../protocol/subjects';

/** The NATS servers, and the login. `service` is the name that the broker enforces in subjects, by the permissions of the user or of its credentials. */
export interface BusOptions extends NatsSettings {
  readonly service: string;
  readonly name?: string;
  /** The setting that `servers` is from, for error messages. @default 'NATS_URL' */
  readonly setting?: string;
  readonly logger?: Logger;
  /** The name of this reader of the store, without dots: it answers only the requests that are sent to it. Absent: it is no reader. */
  readonly reader?: string;
  /**
   * Says in one sentence why a request failed, where the reason is one that passes, such as a database that cannot be reached: the request is
   * refused as `unavailable` with that sentence, and its sender tries again. Undefined for any other failure, which is `internal`.
   */
  readonly explainOutage?: (error: unknown) => string | undefined;
}

/** How this service proves who it is, and what it trusts. */
function login({ user, password, credentials, tls }: NatsSettings): Partial<ConnectionOptions> {
  return {
    ...(user === undefined ? {} : { user, pass: password ?? '' }),
    ...(credentials === undefined ? {} : { authenticator: credsAuthenticator(new TextEncoder().encode(credentials)) }),
    ...(tls === undefined ? {} : { tls: { ...tls } }),
  };
}

/** Opens the connection once. Rejects with `unavailable`, or `unauthenticated` when the broker refuses the credentials. */
export async function connectToNats(options: BusOptions): Promise<NatsConnection> {
  const { servers, user, service, name = service, setting = 'NATS_URL' } = options;
  const loginSettings = setting === 'NATS_URL' ? 'NATS_USER and NATS_PASSWORD, or NATS_CREDS' : setting;
  try {
    return await connect({
      servers: servers.split(',').map((one) => one.trim()),
      ...login(options),
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
          message: `NATS at ${servers} refuses the credentials of ${user ?? service}: check ${loginSettings}.`,
        },
        { cause: error },
      );
    }
    throw new CrumbError(
      {
        code: 'unavailable',
        message: `NATS cannot be reached at ${servers} (${errorMessage(error)}): is it running, and is ${setting} right?`,
      },
      { cause: error },
    );
  }
}
