import { Crumbtrail, type DeadLetterView } from '@crumbtrail/client';
import { AgentContext, AgentResponse, type AgentResponseV1, type Envelope } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { ended, type Ended } from './support/ended';
import { LONG_LEASES } from './support/long-leases';
import { echo, Talk } from './support/talk';
import { useFixture, useScript, useStack } from './support/fixture';

const bin = resolve(__dirname, '../libs/cli/bin/crumb.js');
const PATIENTLY = { withinMs: 60_000 };
const BUILDER = 'context-builder';

const crumb = (...args: string[]): Promise<Ended> => {
  const env = { CRUMBTRAIL_URL: stack.api.url, CRUMBTRAIL_KEY: stack.key, PATH: process.env['PATH'] ?? '' };
  return ended(spawn(process.execPath, [bin, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
};

const letters = (count: number): Promise<readonly DeadLetterView[]> =>
  eventually(async () => {
    const all = await operator.deadLetters();
    return all.length >= count ? all : undefined;
  }, PATIENTLY);

const TOO_SMALL = { MODEL_CONTEXT_WINDOW: '256' };

const stack = useStack({ ...LONG_LEASES, services: { [BUILDER]: { env: TOO_SMALL } } });
useScript(stack, echo);
const talk = new Talk(stack);
const operator = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));

beforeAll(async () => {
  // A prompt that leaves no room for a context in so small a window.
  const [{ id, version, context }] = (await operator.list({ schema: 'agent.def.v1' })).breadcrumbs as [Envelope];
  await operator.change(id, version, { context: { ...context, prompt: 'Answer what is asked. '.repeat(100) } });
});

describe('a message that a service could not handle', () => {
  it('is handled when it is replayed after the cause is gone, and has exactly one effect', async () => {
    await operator.say('demo', 'hello');
    const [letter] = await letters(1);
    expect(letter?.context).toMatchObject({ station: BUILDER, durable: BUILDER, generation: 0 });
    const id = letter?.id as string;

    // The cause is still there: another letter, of the next generation.
    expect(await crumb('dead-letters', 'replay', id)).toMatchObject({
      ...{ code: 0, out: `${id}: replayed (generation 1)\n`, err: '' },
    });
    const [second] = await letters(2);
    expect(second?.context).toMatchObject({ durable: BUILDER, generation: 1, event: letter?.context.event });
    expect(await operator.replayDeadLetter(id)).toMatchObject({ existed: true, generation: 1 });

    await stack.halt(BUILDER);
    await stack.start(BUILDER, { MODEL_CONTEXT_WINDOW: '8192' });
    const { code, out } = await crumb('dead-letters', 'replay', '--all', '--json');
    const { replayed } = JSON.parse(out) as { replayed: { letter: string }[] };
    expect([code, replayed.map((one) => one.letter)]).toEqual([0, [second?.id]]);

    const responses = await eventually(async () => {
      const all = await talk.all<AgentResponseV1>(AgentResponse.name, 'demo');
      return all.length > 0 ? all : undefined;
    }, PATIENTLY);
    expect(responses.map(({ context }) => context.action)).toEqual(['speak']);
    expect(await talk.all(AgentContext.name, 'demo')).toHaveLength(1);
    expect(stack.model.calls).toHaveLength(1);

    // Replayed twice, it is one replay.
    expect((await crumb('dead-letters', 'replay', second?.id as string)).out).toContain('already replayed');
    expect((await crumb('dead-letters', 'replay', '--all')).out).toBe('Nothing to replay.\n');
    expect(await operator.deadLetters()).toHaveLength(2);
    expect(stack.model.calls).toHaveLength(1);
  }, 120_000);

  it('is listed with how it was replayed, and shown', async () => {
    const [second] = await operator.deadLetters();
    const { out } = await crumb('dead-letters', 'list', '--json');
    expect((JSON.parse(out) as { dead_letters: DeadLetterView[] }).dead_letters).toMatchObject([
      { id: second?.id, replayed: { generation: 2, by: { kind: 'operator', id: 'operator' } } },
      { replayed: { generation: 1 } },
    ]);
    expect((await crumb('dead-letters', 'show', second?.id as string)).out).toMatch(
      /replayed +\S+ by operator operator/,
    );
  });

  it('is replayed by operators only, and what is no dead letter is none', async () => {
    const [letter] = await operator.deadLetters();
    const { secret } = await operator.createKey({ participant: { kind: 'user', id: 'bob' }, role: 'writer' });
    const bob = new Crumbtrail({ url: stack.api.url, key: secret });
    await expect(bob.replayDeadLetter(letter?.id as string)).rejects.toMatchObject({ status: 403 });
    const { id } = await operator.append({ schema_name: 'session.v1', context: { name: 'other' } });
    await expect(operator.replayDeadLetter(id)).rejects.toMatchObject({ status: 404 });
    expect((await crumb('dead-letters', 'replay', id)).code).toBe(1);
    expect((await crumb('dead-letters', 'replay')).code).toBe(2);
  });
});
