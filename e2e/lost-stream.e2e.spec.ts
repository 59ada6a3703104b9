import { AgentTurn, UserMessage } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { forgetStream, onStream } from './support/stream';
import { echo, Conversations, type SentMessage } from './support/conversations';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { useScript, useStack } from './support/fixture';
import { SHORT_LEASES } from './support/short-leases';

const stack = useStack({ ...SHORT_LEASES, services: WITHOUT_TOOLS });
useScript(stack, echo);
const conversations = new Conversations(stack);

async function sayTo(session: string, count: number): Promise<SentMessage[]> {
  const sent: SentMessage[] = [];
  for (let n = 0; n < count; n += 1) sent.push(await conversations.say(session, `${session} ${n}`));
  return sent;
}

describe('JetStream’s directory deleted, with 1,000 old messages and a newly added agent', () => {
  it('wakes no agent again for handled messages, repeats no model call, and loses nothing', async () => {
    await conversations.append({
      schema_name: 'session.v1',
      context: { name: 'people', members: [{ kind: 'user', id: 'alice' }] },
    });
    const breadcrumbs = Array.from({ length: 980 }, (_, n) => ({
      schema_name: UserMessage.name,
      session: 'people',
      context: { content: `old ${n}` },
    }));
    await stack.api.post('/v1/breadcrumbs/batch', { breadcrumbs });
    const answered = await sayTo('old', 20);
    await conversations.waitForTurns(answered);
    const calls = stack.model.calls.length;
    expect(calls).toBe(20);

    // Published, but not yet received by the conductor, when the stream is deleted.
    await stack.halt('conductor');
    const unheard = await sayTo('unheard', 3);
    await conversations.defineAgent({ agent: 'newcomer' });
    await forgetStream(stack);
    await stack.start('conductor');
    await stack.whenReady();

    const after = await conversations.say('old', 'who is new here?');
    await eventually(
      async () =>
        (await conversations.endedTurns('old')).filter(({ turn }) => turn.context.trigger.id === after.id).length === 2,
      { withinMs: 90_000 },
    );
    await conversations.waitForTurns(unheard);
    const turns = await conversations.listCrumbs<{ agent: string; trigger: { id: string } }>(AgentTurn.name);
    const of = (ids: readonly SentMessage[]) =>
      turns
        .filter(({ context }) => ids.some(({ id }) => id === context.trigger.id))
        .map(({ context }) => context.agent);
    expect(of(answered)).toEqual(answered.map(() => 'assistant'));
    expect(of(unheard)).toEqual(unheard.map(() => 'assistant'));
    expect(of([after]).sort()).toEqual(['assistant', 'newcomer']);
    expect(turns).toHaveLength(20 + 3 + 2);
    expect(stack.model.calls).toHaveLength(calls + 3 + 2);
    expect(await conversations.listCrumbs(UserMessage.name, 'people')).toHaveLength(980);
  }, 240_000);
});

describe('a stream whose messages expired while one consumer was down', () => {
  it('is refilled for that consumer only', async () => {
    const calls = stack.model.calls.length;
    await stack.halt('conductor');
    const said = await sayTo('aged', 5);
    await onStream(stack, async (stream) => {
      await stream.ensure({ maxAgeMs: 1_000 });
      await eventually(async () => (await stream.info())?.messages === 0);
      await stream.ensure();
    });
    await stack.start('conductor');
    // There are two agents by now: each has a turn for each message.
    const ended = await conversations.waitForTurns(said, { each: 2, withinMs: 90_000 });
    expect(ended).toHaveLength(10);
    expect(stack.model.calls).toHaveLength(calls + 10);
  }, 240_000);
});
