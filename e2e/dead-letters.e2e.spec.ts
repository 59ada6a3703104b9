import { Crumbtrail, type DeadLetterView } from '@crumbtrail/client';
import { AgentContext, AgentResponse, AgentTurn, type AgentResponseV1, type Envelope } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { waitForExit, type CommandResult } from './support/command-result';
import { echo, Conversations } from './support/conversations';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { useFixture, useScript, useStack } from './support/fixture';

const bin = resolve(__dirname, '../libs/cli/bin/crumb.js');
const PATIENTLY = { withinMs: 60_000 };
const BUILDER = 'context-builder';

const crumb = (...args: string[]): Promise<CommandResult> => {
  const env = { CRUMBTRAIL_URL: stack.api.url, CRUMBTRAIL_KEY: stack.key, PATH: process.env['PATH'] ?? '' };
  return waitForExit(spawn(process.execPath, [bin, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
};

const TOO_SMALL = { MODEL_CONTEXT_WINDOW: '256' };

const stack = useStack({ apart: [BUILDER], services: { ...WITHOUT_TOOLS, [BUILDER]: { env: TOO_SMALL } } });
useScript(stack, echo);
const conversations = new Conversations(stack);
const operator = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));

beforeAll(async () => {
  // A prompt that leaves no room for a context in so small a window.
  const [{ id, version, context }] = (await operator.list({ schema: 'agent.def.v1' })).breadcrumbs as [Envelope];
  await operator.change(id, version, { context: { ...context, prompt: 'Answer the question. '.repeat(100) } });
});

/** The dead letters about the turns of a session, newest first, once there are that many. */
const lettersOf = (session: string, count: number): Promise<readonly DeadLetterView[]> =>
  eventually(async () => {
    const turns = (await conversations.listCrumbs(AgentTurn.name, session)).map(({ id }) => id);
    const ours = (await operator.deadLetters()).filter(({ context }) => turns.some((id) => id === context.event.id));
    return ours.length >= count ? ours : undefined;
  }, PATIENTLY);

/** Restarts the context-builder, with a window that is too small for the prompt unless another is given. */
async function restartBuilder(window?: Readonly<Record<string, string>>): Promise<void> {
  await stack.halt(BUILDER);
  await (window ? stack.start(BUILDER, window) : stack.start(BUILDER));
}

/** A message whose turn failed twice: its two dead letters, the second from a replay while the cause was still there. */
async function failTwice(session: string): Promise<{ first: DeadLetterView; second: DeadLetterView }> {
  await restartBuilder();
  await operator.say(session, 'hello');
  const [first] = (await lettersOf(session, 1)) as [DeadLetterView];
  expect(await crumb('dead-letters', 'replay', first.id)).toMatchObject({
    code: 0,
    out: `${first.id}: replayed (generation 1)\n`,
    err: '',
  });
  const letters = await lettersOf(session, 2);
  return { first, second: letters.find(({ id }) => id !== first.id) as DeadLetterView };
}

describe('a turn whose context can never be built', () => {
  it('ends at once with the reason and the id of the dead letter, and its lane continues', async () => {
    await restartBuilder();
    const { message, responses = [] } = await operator.say('endless', 'hello', { wait_ms: 20_000 });
    const [letter] = (await lettersOf('endless', 1)) as [DeadLetterView];
    expect(responses).toMatchObject([
      { context: { action: 'error', error: { code: 'context_failed', dead_letter: letter.id } } },
    ]);
    const { error } = (responses[0] as Envelope<AgentResponseV1>).context;
    expect(error?.message).toMatch(
      /^No context could be built for assistant: .* Shorten the prompt, lower "Max reply tokens" /,
    );
    expect(error?.message).toContain(letter.id);
    expect((await operator.trail(message.id)).nodes.map(({ schema_name }) => schema_name)).toContain('dead.letter.v1');
    await operator.say('endless', 'and now?', { wait_ms: 20_000 });
    expect(await conversations.endedTurns('endless')).toHaveLength(2);
    expect(await lettersOf('endless', 2)).toHaveLength(2);
  }, 120_000);

  it('leaves no dead letter where it was closed meanwhile', async () => {
    await stack.halt(BUILDER);
    await operator.say('stopped', 'hello');
    const turn = await eventually(async () => (await conversations.listCrumbs(AgentTurn.name, 'stopped'))[0]);
    await operator.stopTurn(turn.id);
    await stack.start(BUILDER);
    await operator.say('after', 'hello', { wait_ms: 20_000 });
    const letters = await lettersOf('after', 1);
    expect(letters).toHaveLength(1);
    expect((await operator.deadLetters()).filter(({ context }) => context.event.id === turn.id)).toEqual([]);
  }, 120_000);
});

describe('a message that a service could not handle', () => {
  it('is answered by a new turn when its dead letter is replayed after the cause is gone, and has exactly one answer', async () => {
    const { first, second } = await failTwice('replayed');
    expect(first.context).toMatchObject({ station: BUILDER, durable: BUILDER, generation: 0 });
    expect(second.context).toMatchObject({ durable: BUILDER, generation: 0 });
    expect(await operator.replayDeadLetter(first.id)).toMatchObject({ existed: true, generation: 1 });

    await restartBuilder({ MODEL_CONTEXT_WINDOW: '8192' });
    const { code, out } = await crumb('dead-letters', 'replay', '--all', '--json');
    const { replayed } = JSON.parse(out) as { replayed: { letter: string }[] };
    expect(code).toBe(0);
    expect(replayed.map(({ letter }) => letter)).toContain(second.id);
    expect(replayed.map(({ letter }) => letter)).not.toContain(first.id);

    const actions = await eventually(async () => {
      const all = await conversations.listCrumbs<AgentResponseV1>(AgentResponse.name, 'replayed');
      return all.length > 2 ? all.map(({ context }) => context.action) : undefined;
    }, PATIENTLY);
    expect(actions).toEqual(['error', 'error', 'speak']);
    expect(await conversations.listCrumbs(AgentContext.name, 'replayed')).toHaveLength(1);
    const turns = await conversations.listCrumbs(AgentTurn.name, 'replayed');
    expect(turns.map(({ context }) => context['generation'])).toEqual([0, 1, 2]);

    // A second replay of the same letter does nothing.
    expect((await crumb('dead-letters', 'replay', second.id)).out).toContain('already replayed');
    expect((await crumb('dead-letters', 'replay', '--all')).out).toBe('Nothing to replay.\n');
    expect(await lettersOf('replayed', 2)).toHaveLength(2);
    expect(await conversations.listCrumbs(AgentResponse.name, 'replayed')).toHaveLength(3);
  }, 120_000);

  it('is listed with its replays, and shown with who replayed it', async () => {
    const { first, second } = await failTwice('listed');
    await crumb('dead-letters', 'replay', second.id);
    const { out } = await crumb('dead-letters', 'list', '--json');
    const listed = (JSON.parse(out) as { dead_letters: DeadLetterView[] }).dead_letters;
    const replays = [second, first].map(({ id }) => listed.find((one) => one.id === id)?.replayed);
    expect(replays).toMatchObject([
      { generation: 1, by: { kind: 'operator', id: 'operator' } },
      { generation: 1, by: { kind: 'operator', id: 'operator' } },
    ]);
    expect((await crumb('dead-letters', 'show', second.id)).out).toMatch(/replayed +\S+ by operator operator/);
  }, 120_000);

  it('is discarded once, with a reason, stays on the log, and is not replayed with all others', async () => {
    const { first, second } = await failTwice('discarded');
    const reason = 'answered by phone';
    const discard = await crumb('dead-letters', 'discard', second.id, '--reason', reason);
    expect(discard).toMatchObject({ code: 0, out: `${second.id}: discarded\n` });
    expect((await crumb('dead-letters', 'discard', second.id)).out).toBe(`${second.id}: already discarded\n`);
    const listed = await operator.deadLetters();
    const states = [first, second].map(({ id }) => listed.find((one) => one.id === id));
    expect(states).toMatchObject([
      { replayed: { generation: 1 } },
      { discarded: { by: { kind: 'operator', id: 'operator' }, reason } },
    ]);
    expect(states[1]?.replayed).toBeUndefined();
    expect((await crumb('dead-letters', 'show', second.id)).out).toContain(`by operator operator: ${reason}`);
    const { out } = await crumb('dead-letters', 'replay', '--all');
    expect(out).not.toContain(second.id);
    expect((await crumb('dead-letters', 'discard', first.trail_id)).code).toBe(1);
  }, 120_000);

  it('is replayed by operators only, and no other breadcrumb can be replayed', async () => {
    await restartBuilder();
    await operator.say('forbidden', 'hello');
    const [letter] = (await lettersOf('forbidden', 1)) as [DeadLetterView];
    const { secret } = await operator.createKey({ participant: { kind: 'user', id: 'bob' }, role: 'writer' });
    const bob = new Crumbtrail({ url: stack.api.url, key: secret });
    await expect(bob.replayDeadLetter(letter.id)).rejects.toMatchObject({ status: 403 });
    const { id } = await operator.append({ schema_name: 'session.v1', context: { name: 'other' } });
    await expect(operator.replayDeadLetter(id)).rejects.toMatchObject({ status: 404 });
    expect((await crumb('dead-letters', 'replay', id)).code).toBe(1);
    expect((await crumb('dead-letters', 'replay')).code).toBe(2);
  }, 120_000);
});
