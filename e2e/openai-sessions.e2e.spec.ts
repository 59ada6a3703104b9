import { AgentContext, UserMessage } from '@crumbtrail/contracts';
import { Crumbtrail } from '@crumbtrail/client';
import { OpenAiClient, type ChatReply, type ChatOptions, type ChatMessage, user } from './support/openai-client';
import { echo, Conversations } from './support/conversations';
import { useFixture, useScript, useSharedStack } from './support/fixture';

const ask = (messages: ChatMessage[], more?: ChatOptions): Promise<ChatReply> => openAiClient.ask(messages, more);

const stack = useSharedStack();
useScript(stack, echo);
const conversations = new Conversations(stack);
const crumbtrail = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));
const openAiClient = useFixture(() => new OpenAiClient(stack));

describe('a conversation over the OpenAI protocol', () => {
  test('is one session, and the agent gets its context from the log', async () => {
    const messages: ChatMessage[] = [{ role: 'system', content: 'You are a pirate.' }];
    const sessions = new Set<string>();
    for (const text of ['My roof leaks.', 'On the north side.', 'What leaks?']) {
      messages.push(user(text));
      const { text: answer, session } = await ask(messages);
      messages.push({ role: 'assistant', content: answer });
      sessions.add(session);
    }
    const [session] = [...sessions] as [string];
    expect(sessions.size).toBe(1);
    const said = await conversations.listCrumbs<{ content: string }>(UserMessage.name, session);
    expect(said.map(({ context }) => context.content)).toEqual(['My roof leaks.', 'On the north side.', 'What leaks?']);
    const contexts = await conversations.listCrumbs(AgentContext.name, session);
    const { formatted_context } = await crumbtrail.explain(contexts[2]?.id as string);
    expect(formatted_context).toContain('My roof leaks.');
    expect(formatted_context).not.toContain('pirate');
  });

  test.each(['persona', 'replace'] as const)(
    'brings its system messages to the prompt of an agent that accepts them (%s), and its context replays',
    async (accept_system) => {
      const agent = `actor-${accept_system}`;
      await conversations.defineAgent({ agent, prompt: 'You are kind.', accept_system });
      const messages: ChatMessage[] = [
        { role: 'system', content: 'You are Captain Ahab.' },
        user('Who are you?'),
        { role: 'developer', content: 'Answer in rhyme.' },
        user('Well?'),
      ];
      const { session } = await ask(messages.slice(0, 2), { model: agent });
      await ask(messages, { model: agent, metadata: { session } });
      const told = (at: number): string => stack.model.calls.at(at)?.body.messages?.[0]?.content ?? '';
      expect(told(-2)).not.toContain('rhyme');
      expect(told(-1)).toMatch(/You are Captain Ahab\.\n\nAnswer in rhyme\./);
      expect(told(-1).startsWith('You are kind.')).toBe(accept_system === 'persona');
      const [, context] = await conversations.listCrumbs(AgentContext.name, session);
      expect(await crumbtrail.contexts.replay(context?.id as string)).toMatchObject({ identical: true });
    },
  );

  test('stays separate from nine others that begin with the same message', async () => {
    const numbers = Array.from({ length: 10 }, (_, i) => i);
    const ends = await Promise.all(
      numbers.map(async (n) => {
        const messages = [user('same words')];
        const sessions: string[] = [];
        for (const text of [`my number is ${n}`, `again ${n}`]) {
          const { text: answer, session } = await ask(messages);
          messages.push({ role: 'assistant', content: answer }, user(text));
          sessions.push(session);
        }
        const { session } = await ask(messages);
        return { n, session };
      }),
    );
    expect(new Set(ends.map(({ session }) => session)).size).toBe(10);
    for (const { n, session } of ends) {
      const said = await conversations.listCrumbs<{ content: string }>(UserMessage.name, session);
      expect(said.map(({ context }) => context.content)).toEqual(['same words', `my number is ${n}`, `again ${n}`]);
    }
  });

  test('stays in its session when a question is asked again, without the question and its answer from before', async () => {
    const past: ChatMessage[] = [user('first'), { role: 'assistant', content: 'answer to first' }];
    const { session } = await ask([user('first')]);
    const asked: string[] = [];
    for (const text of ['second, said badly', 'second', 'second'])
      asked.push((await ask([...past, user(text)])).session);
    const second: ChatMessage[] = [user('second'), { role: 'assistant', content: 'answer to second' }];
    asked.push((await ask([...past, ...second, user('third')])).session);
    expect(new Set(asked)).toEqual(new Set([session]));
    const said = await conversations.listCrumbs<{ content: string; exclude?: string[] }>(UserMessage.name, session);
    expect(said.map(({ context, imported }) => [context.content, context.exclude?.length ?? 0, imported])).toEqual([
      ['first', 0, false],
      ['second, said badly', 0, false],
      ['second', 2, false],
      ['second', 4, false],
      ['third', 4, false],
    ]);
    const contexts = await conversations.listCrumbs(AgentContext.name, session);
    const { formatted_context } = await crumbtrail.explain(contexts.at(-1)?.id as string);
    expect(formatted_context).toContain('answer to first');
    expect(formatted_context?.match(/answer to second/g)).toHaveLength(1);
    expect(formatted_context).not.toContain('said badly');
    expect(await crumbtrail.contexts.replay(contexts.at(-1)?.id as string)).toMatchObject({ identical: true });
  });

  test('continues in a new session, with the history so far, when an earlier answer was edited', async () => {
    const first = await ask([user('first')]);
    const edited: ChatMessage[] = [user('first'), { role: 'assistant', content: 'an answer that was edited' }];
    const again = await ask([...edited, user('second')]);
    expect(again.session).not.toBe(first.session);
    const said = await conversations.listCrumbs<{ content: string }>(UserMessage.name, again.session);
    expect(said.map(({ context, imported }) => [context.content, imported])).toEqual([
      ['first', true],
      ['second', false],
    ]);
  });

  test('is written as the owner of the key, in a session with the agent', async () => {
    const participant = { kind: 'user', id: 'rita' } as const;
    const { secret } = await crumbtrail.createKey({ participant, role: 'writer' });
    const rita = new OpenAiClient(stack, secret);
    const { data } = await rita.openai.models.list();
    expect(data.map(({ id }) => id)).toEqual(['assistant']);
    const { session, text } = await rita.ask([user('hello')]);
    const next = await rita.ask([user('hello'), { role: 'assistant', content: text }, user('more')]);
    const [record] = await conversations.listCrumbs<{ members: unknown }>('session.v1', session);
    expect([next.session, record?.context.members]).toEqual([
      session,
      [participant, { kind: 'agent', id: 'assistant' }],
    ]);
    const edited = await rita.ask([user('hello'), { role: 'assistant', content: 'bye' }, user('more')]);
    const [said] = await conversations.listCrumbs<{ content: string }>(UserMessage.name, edited.session);
    expect(said?.context.content).toContain('assistant: bye');
  });

  test('brings its system messages as a persona with a key that is marked as that of a client', async () => {
    const participant = { kind: 'user', id: 'tavern' } as const;
    const { secret } = await crumbtrail.createKey({ participant, role: 'writer', client: true });
    const { session } = await new OpenAiClient(stack, secret).ask([
      { role: 'system', content: 'You are Captain Ahab.' },
      user('Who are you?'),
    ]);
    const [told] = stack.model.calls.at(-1)?.body.messages ?? [];
    expect(told?.content).toMatch(/Instructions of the client.*\n\nYou are Captain Ahab\.$/);
    const [context] = await conversations.listCrumbs(AgentContext.name, session);
    expect(await crumbtrail.contexts.replay(context?.id as string)).toMatchObject({ identical: true });
  });

  test('uses the session that the request names', async () => {
    const named = { metadata: { session: 'kitchen' } };
    await ask([user('one')], named);
    await ask([user('two')], named);
    expect((await conversations.listCrumbs(UserMessage.name, 'kitchen')).length).toBe(2);
  });
});
