import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bus } from '@crumbtrail/bus';
import { SERVICES, WhoAmI } from '@crumbtrail/contracts';
import { createLogger } from '@crumbtrail/platform';
import { eventually, freePort } from '@crumbtrail/testing';
import { useStack } from './support/fixture';

const stack = useStack();

const TURNS = 40;

describe('services that share a process', () => {
  it('are one process beside nats-server, which has no secret of any of them in its environment', () => {
    const pids = stack.pids();
    expect(Object.keys(pids).sort()).toEqual(['nats-server', 'services']);
    const environment = readFileSync(`/proc/${pids['services']}/environ`, 'utf8');
    expect(environment).not.toMatch(/NATS_PASSWORD|MODEL_API_KEY|DATABASE_URL/);
  });

  it('log in at the broker each as itself, and it lets none of them publish as another', async () => {
    const port = await freePort();
    appendFileSync(join(stack.home, 'nats.conf'), `\nhttp: "127.0.0.1:${port}"\n`);
    await stack.kill('nats-server');
    const users = async (): Promise<string[]> => {
      const answer = await fetch(`http://127.0.0.1:${port}/connz?auth=1`).catch(() => null);
      const { connections = [] } = ((await answer?.json()) ?? {}) as { connections?: { authorized_user: string }[] };
      return [...new Set(connections.map((one) => one.authorized_user))].sort();
    };
    const all = [...SERVICES].sort();
    await eventually(async () => (await users()).join() === all.join(), { withinMs: 60_000 });
    for (const user of all) {
      const password = readFileSync(join(stack.home, 'secrets', `nats-${user}`), 'utf8');
      for (const service of all.filter((other) => other !== user)) {
        const logger = createLogger(service, 'silent');
        const bus = await Bus.connect({ servers: stack.natsUrl, user, password, service, logger });
        const asked = bus.request(WhoAmI, 'default', {}, { key: stack.key, timeoutMs: 5_000 });
        await expect(asked).rejects.toThrow(/Permissions Violation|may not publish/i);
        await bus.drain();
      }
    }
    await stack.whenReady();
  }, 180_000);

  it('lose no message and answer none twice when the process is killed in the middle of many turns', async () => {
    const { api } = stack;
    const send = (nth: number): Promise<unknown> =>
      api.request(
        'POST',
        `/v1/sessions/killed-${nth}/messages`,
        { content: `Question ${nth}?` },
        { headers: { 'idempotency-key': `killed-${nth}` } },
      );
    let taken = 0;
    const accepted = async (nth: number): Promise<void> => {
      await eventually(
        async () => ((await send(nth).catch(() => null)) as { status?: number } | null)?.status === 202,
        {
          withinMs: 90_000,
        },
      );
      taken += 1;
    };
    const all = Array.from({ length: TURNS }, (_, nth) => accepted(nth));
    for (const least of [1, TURNS / 2, TURNS]) {
      await eventually(() => taken >= least, { withinMs: 90_000 });
      await stack.kill('services');
      await stack.whenReady();
    }
    await Promise.all(all);
    const answers = async (nth: number): Promise<number> => {
      const { body } = await api.request<{ breadcrumbs: readonly unknown[] }>(
        'GET',
        `/v1/breadcrumbs?session=killed-${nth}&schema=agent.response.v1`,
      );
      return body.breadcrumbs.length;
    };
    const counted = async (): Promise<number[]> => Promise.all(Array.from({ length: TURNS }, (_, nth) => answers(nth)));
    await eventually(async () => (await counted()).every((count) => count > 0), { withinMs: 120_000 });
    expect(await counted()).toEqual(Array<number>(TURNS).fill(1));
  }, 300_000);
});
