import { createLogger, startService, type RunningService } from '@crumbtrail/platform';
import type { TestNats } from '@crumbtrail/testing';
import type { INestApplication } from '@nestjs/common';
import type { AddressInfo } from 'node:net';
import { NO_AGENTS } from '../src/agents/agent-settings';
import { AppModule } from '../src/app.module';
import type { CellSettings } from '../src/cells/cell-settings';
import { configureHttp } from '../src/configure-http';
import type { RequestLimits } from '../src/http/limit-requests';
import { FakeServices } from './fake-services';

/** A gateway on a free port, with a real NATS server and fake services whose replies a test sets. */
export interface GatewayUnderTest {
  readonly fake: FakeServices;
  readonly url: string;
  readonly app: INestApplication;
  /** Sends a request, with `operator-key` unless the headers have another key. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  send(method: string, path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
  stop(): Promise<void>;
}

/** The key of the installation in tests. */
export const SETTINGS_KEY = Buffer.alloc(32, 7);

/** How a gateway for tests differs from the usual one. */
export interface GatewayOptions {
  readonly limits?: RequestLimits;
  /** Cells besides that of the fake services. @default none */
  readonly cells?: readonly CellSettings[];
}

/** A further cell of a gateway, at a NATS server. */
export function cellAt(name: string, nats: TestNats): CellSettings {
  const { servers, user, password } = nats.as('gateway');
  return { name, servers, login: { user, password } };
}

export async function startGateway({ limits, cells = [] }: GatewayOptions = {}): Promise<GatewayUnderTest> {
  const fake = await FakeServices.start();
  const running: RunningService = await startService(
    {
      service: 'gateway',
      module: AppModule.forRoot({
        bus: fake.nats.as('gateway'),
        signIn: {},
        cells,
        agents: NO_AGENTS,
        a2a: {},
        settingsKey: SETTINGS_KEY,
        webhooks: { privateWorkspaces: [], maxAttempts: 20, retryMs: 1_000 },
      }),
      config: {},
      http: { port: 0, host: '127.0.0.1', configure: (app) => configureHttp(app, { listensOn: '127.0.0.1' }, limits) },
    },
    createLogger('gateway', 'silent'),
  );
  const app = running.app as INestApplication;
  const { port } = app.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const request = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(url + path, { ...init, headers: { authorization: 'Bearer operator-key', ...init.headers } });
  return {
    fake,
    url,
    app,
    fetch: request,
    send: (method, path, body, headers = {}) =>
      request(path, {
        method,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    close: () => running.close(),
    stop: async () => {
      await running.close();
      await fake.stop();
    },
  };
}
