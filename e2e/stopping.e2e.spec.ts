import { AgentResponse, AgentTurn, type AgentResponseV1, type Envelope } from '@crumbtrail/contracts';
import { Crumbtrail } from '@crumbtrail/client';
import { eventually } from '@crumbtrail/testing';
import { OpenAiClient, user } from './support/openai-client';
import { echo, Conversations } from './support/conversations';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { useAbort, useFixture, useScript, useStack } from './support/fixture';

const stack = useStack({ services: WITHOUT_TOOLS });
useScript(stack, echo);
const conversations = new Conversations(stack);
const crumbtrail = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));
const watchers = useAbort();

/** An answer that streams its first words and then never continues. */
const breathless = {
  say: 'one two three four five six',
  pieces: 6,
  after: 3,
  between_ms: 20,
  ending: 'stall',
} as const;

/** The streamed text in a session, and the turn that it belongs to. */
function watch(session: string): { text: () => string; turn: () => string | undefined } {
  let [text, turn] = ['', undefined as string | undefined];
  void (async () => {
    for await (const item of crumbtrail.watch(session, { signal: watchers.signal })) {
      if (item.type !== 'piece') continue;
      turn = item.piece.turn;
      text = item.piece.kind === 'reset' ? '' : text + item.piece.text;
    }
  })();
  return { text: () => text, turn: () => turn };
}

async function responseIn(session: string): Promise<Envelope<AgentResponseV1>> {
  return eventually(async () => (await conversations.listCrumbs<AgentResponseV1>(AgentResponse.name, session))[0]);
}

describe('a turn that is stopped', () => {
  test('ends at once with the text so far and who stopped it, and its lane continues', async () => {
    const seen = watch('stopped');
    stack.model.next(breathless);
    const message = await conversations.say('stopped', 'count');
    await eventually(() => seen.text().startsWith('one two three'));
    const next = await conversations.say('stopped', 'and then?');
    const { turn, response } = await crumbtrail.stopTurn(seen.turn() as string);
    expect([turn.state, response?.context]).toMatchObject([
      'closed',
      { action: 'stopped', partial: true, stopped_by: { kind: 'operator' } },
    ]);
    const { content } = response?.context as { content: string };
    expect([content.startsWith('one two three'), content === seen.text()]).toEqual([true, true]);
    expect(response?.author).toEqual({ kind: 'agent', id: 'assistant' });
    const [first, second] = await conversations.waitForTurns([message, next]);
    expect([first?.response.context.action, second?.response.context.content]).toEqual([
      'stopped',
      'answer to and then?',
    ]);
    const { nodes } = await crumbtrail.trail(turn.id);
    expect(nodes.at(-1)).toMatchObject({ action: 'stopped', partial: true, summary: content.trim() });
  });

  test('stays unchanged when it was closed already', async () => {
    const message = await conversations.say('closed', 'hello');
    const [ended] = await conversations.waitForTurns([message]);
    const { turn, response } = await crumbtrail.stopTurn(ended?.turn.id as string);
    expect([turn.state, response?.context]).toMatchObject(['closed', { action: 'speak', content: 'answer to hello' }]);
  });

  test('while it is queued never answers', async () => {
    const seen = watch('queued');
    stack.model.next(breathless);
    await conversations.say('queued', 'count');
    await eventually(() => seen.text() !== '');
    const waiting = await conversations.say('queued', 'never mind');
    const { turns } = await eventually(async () => {
      const woken = await crumbtrail.turnsOf(waiting.id);
      return woken.decided ? woken : null;
    });
    expect(turns).toMatchObject([{ agent: 'assistant', state: 'queued' }]);
    expect(await crumbtrail.stopTurn(turns[0]?.id as string)).toMatchObject({ turn: { state: 'closed' } });
    await crumbtrail.stopTurn(seen.turn() as string);
    const before = stack.model.calls.length;
    const after = await conversations.say('queued', 'still there?');
    expect((await conversations.waitForTurns([after]))[0]?.response.context.content).toBe('answer to still there?');
    expect(stack.model.calls.length).toBe(before + 1);
  });

  test('goes on when a client of the OpenAI protocol disconnects, if the client asked for that', async () => {
    stack.model.next({ say: 'one two three four', pieces: 4, between_ms: 300 });
    const { openai } = new OpenAiClient(stack);
    const stream = await openai.chat.completions.create(
      { model: 'assistant', messages: [user('count')], metadata: { session: 'goes-on' }, stream: true },
      { headers: { 'Crumbtrail-On-Disconnect': 'continue' } },
    );
    for await (const { choices } of stream) if (choices[0]?.delta.content) break;
    expect((await responseIn('goes-on')).context).toMatchObject({ action: 'speak', content: 'one two three four' });
  });

  test('ends when a stream of the OpenAI protocol is aborted: the model is left, and the next turn knows exactly what was shown', async () => {
    stack.model.next(breathless);
    const { openai } = new OpenAiClient(stack);
    const asked = openai.chat.completions.create({ model: 'assistant', messages: [user('count')], stream: true });
    const { data: stream, response } = await asked.withResponse();
    let shown = '';
    for await (const { choices } of stream) {
      shown += choices[0]?.delta.content ?? '';
      if (shown.includes('three')) stream.controller.abort();
    }
    const session = response.headers.get('crumbtrail-session') as string;
    expect(await stack.model.calls.at(-1)?.over).toBe('broken off by the client');
    expect((await responseIn(session)).context).toMatchObject({ action: 'stopped', partial: true, content: shown });
    const next = await new OpenAiClient(stack).ask([
      user('count'),
      { role: 'assistant', content: shown },
      user('go on'),
    ]);
    expect(next.session).toBe(session);
    const seen = JSON.stringify(stack.model.calls.at(-1)?.body.messages);
    expect([seen.includes(shown.trim()), seen.includes('four')]).toEqual([true, false]);
    expect(await conversations.listCrumbs(AgentTurn.name, session)).toHaveLength(2);
  });
});
