import { readFileSync } from 'node:fs';
import { eventually } from '@crumbtrail/testing';
import { useStack } from './support/fixture';

const stack = useStack({ sharesProcess: true });

const TURNS = 40;

describe('services that share a process', () => {
  it('are one process beside nats-server, which has no secret of any of them in its environment', () => {
    const pids = stack.pids();
    expect(Object.keys(pids).sort()).toEqual(['nats-server', 'services']);
    const environment = readFileSync(`/proc/${pids['services']}/environ`, 'utf8');
    expect(environment).not.toMatch(/NATS_PASSWORD|MODEL_API_KEY|DATABASE_URL/);
  });

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
