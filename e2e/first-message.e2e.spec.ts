import { eventually, type TestStack } from '@crumbtrail/testing';
import { useStack } from './support/fixture';

const stack = useStack({ offline: true, apart: 'all' });

/** The services that a message needs, from the gateway to its answer. */
const SERVICES = ['nats-server', 'breadcrumb-store', 'conductor', 'context-builder', 'agent-executor', 'gateway'];

/** Sends messages to several new sessions at once and waits for their answers; returns the status of each reply and its number of answers. */
async function sayAtOnce({ api }: TestStack, session: string): Promise<readonly [status: number, answers: number][]> {
  const say = async (nth: number): Promise<[number, number]> => {
    const path = `/v1/sessions/${session}-${nth}/messages`;
    const body = { content: 'Is anybody there?', wait_ms: 60_000 };
    const reply = await api.request<{ responses?: readonly unknown[] }>('POST', path, body, { timeout_ms: 90_000 });
    return [reply.status, reply.body.responses?.length ?? 0];
  };
  return Promise.all([1, 2, 3, 4].map(say));
}

const isReady = async ({ api }: TestStack): Promise<boolean> => {
  const readiness = await api.request<{ status: string }>('GET', '/readyz').catch(() => null);
  return readiness?.body.status === 'ready';
};

const ANSWERED = [1, 2, 3, 4].map(() => [200, 1]);

describe('a gateway that says it is ready', () => {
  it('answers the first messages after a start', async () => {
    expect(await sayAtOnce(stack, 'start')).toEqual(ANSWERED);
  }, 120_000);

  it.each([
    ['the store was killed', ['breadcrumb-store']],
    ['everything was killed', SERVICES],
  ])(
    'answers the first messages after %s',
    async (what, names) => {
      await Promise.all(names.map((name) => stack.kill(name)));
      await eventually(() => isReady(stack), { withinMs: 90_000 });
      expect(await sayAtOnce(stack, what.replaceAll(' ', '-'))).toEqual(ANSWERED);
    },
    240_000,
  );
});
