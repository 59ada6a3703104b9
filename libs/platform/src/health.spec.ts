import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { Health, serveHealth } from './health';

describe('the health of a service', () => {
  let health: Health;
  let server: Server;
  const get = async (path: string): Promise<{ status: number; text: string }> => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  beforeEach(async () => {
    health = new Health();
    server = await serveHealth(health, 0, '127.0.0.1');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is alive as long as it answers', async () => {
    health.require('nats', () => Promise.reject(new Error('NATS is away.')));
    expect(await get('/healthz')).toEqual({ status: 200, text: '{"status":"alive"}' });
  });

  it('is ready only while each part is ready, and names the one that is not', async () => {
    let away = true;
    health.require('store', () => undefined);
    health.require('nats', async () => {
      if (away) throw new Error('NATS is away.');
    });
    expect(await get('/readyz')).toEqual({
      status: 503,
      text: JSON.stringify({ status: 'not ready', checks: { store: 'ok', nats: 'NATS is away.' } }),
    });
    away = false;
    expect((await get('/readyz?x=1')).status).toBe(200);
  });

  it('is degraded and stays ready while only a part of the stack that it can do without is away', async () => {
    let away: string | null = 'the store is away';
    let nats: string | null = null;
    const failWith = (why: string | null): void => {
      if (why) throw new Error(why);
    };
    health.require('nats', () => failWith(nats));
    health.report('breadcrumb-store', () => failWith(away));
    const checks = { nats: 'ok', 'breadcrumb-store': 'the store is away' };
    expect(await get('/readyz')).toEqual({ status: 200, text: JSON.stringify({ status: 'degraded', checks }) });
    nats = 'NATS is away';
    expect((await get('/readyz')).status).toBe(503);
    [away, nats] = [null, null];
    expect((await get('/readyz')).text).toContain('"status":"ready"');
  });

  it('is not ready when a part does not answer within two seconds', async () => {
    health.require('stuck', () => new Promise(() => undefined));
    expect((await health.readiness()).checks['stuck']).toMatch(/did not answer within 2000 ms/);
  });

  it('is ready as a standby whatever its parts say, and not ready again once it has taken over and a part is away', async () => {
    health.require('start', () => Promise.reject(new Error('the service is starting')));
    health.standBy('another store is the writer');
    expect(await get('/readyz')).toEqual({
      status: 200,
      text: JSON.stringify({ status: 'standby', checks: { standby: 'another store is the writer' } }),
    });
    expect((await get('/healthz')).status).toBe(200);
    health.standBy(null);
    expect((await get('/readyz')).status).toBe(503);
    health.drop('start');
    expect((await get('/readyz')).status).toBe(200);
  });

  it('serves its metrics for Prometheus, and no other path', async () => {
    expect((await get('/metrics')).text).toContain('process_cpu_seconds_total');
    expect((await get('/')).status).toBe(404);
  });
});
