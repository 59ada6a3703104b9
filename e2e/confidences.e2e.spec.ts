import { AgentResponse, UserMessage } from '@crumbtrail/contracts';
import { Crumbtrail } from '@crumbtrail/client';
import { eventually, type ModelCall } from '@crumbtrail/testing';
import { useFixture, useStack } from './support/fixture';
import { ToolTurns } from './support/tool-turns';

const SECRET = '4711-walrus';
const stack = useStack();
const operator = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));
const turns = useFixture(() => new ToolTurns(stack));
const writer = async (id: string): Promise<Crumbtrail> => {
  const { secret: key } = await operator.createKey({ participant: { kind: 'user', id }, role: 'writer' });
  return new Crumbtrail({ url: stack.api.url, key });
};
const ann = useFixture(() => writer('ann'));
const mallory = useFixture(() => writer('mallory'));

const promptsWith = (text: string): ModelCall[] =>
  stack.model.calls.filter(({ body }) => JSON.stringify(body.messages).includes(text));

/** The answer on the trail that a message began; undefined while there is none. */
async function answerTo(message: string) {
  const { nodes } = await operator.trail(message);
  return nodes.find(({ schema_name }) => schema_name === AgentResponse.name);
}

/** Sends a message and waits for the answer to it. */
async function ask(client: Crumbtrail, session: string, content: string, audience?: readonly string[]) {
  const schema_name = UserMessage.name;
  const message = await client.append({ schema_name, session, context: { content }, ...(audience && { audience }) });
  const answer = await eventually(() => answerTo(message.id), { withinMs: 30_000 });
  return operator.get(answer.id);
}

const confide = (session: string, audience: readonly string[]) =>
  ask(ann, session, `In confidence: the code of the safe is ${SECRET}.`, audience);

beforeAll(async () => {
  await turns.whenAvailable('search_breadcrumbs');
  await turns.grant({ tools: ['search_breadcrumbs'] });
});

describe('what one participant says to an agent in confidence', () => {
  it('is not in the context of an answer to somebody else, and the account says that it is hidden', async () => {
    await confide('hr', ['assistant']);
    const question = 'What is the code of the safe?';
    const response = await ask(mallory, 'hr', question);
    const prompts = promptsWith(question);
    expect(prompts.length).toBeGreaterThan(0);
    expect(JSON.stringify(prompts)).not.toContain(SECRET);
    const explanation = await operator.explain(response.cause?.id ?? '');
    expect(explanation.hidden_from_readers).toBeGreaterThan(0);
  });

  it('is in the context of an answer that only its author can read', async () => {
    await confide('again', ['assistant']);
    await ask(ann, 'again', 'Which code did I tell you?', ['assistant']);
    expect(JSON.stringify(promptsWith('Which code did I tell you?'))).toContain(SECRET);
  });

  it('is not found by a search that the agent makes for somebody else, in another session', async () => {
    await confide('vault', ['assistant']);
    const search = { name: 'search_breadcrumbs', arguments: { query: 'code of the safe' } };
    await eventually(async () => (await operator.search({ query: SECRET, mode: 'text' })).results.length > 0);
    const { answer } = await turns.run('elsewhere', search);
    expect(answer).toMatch(/^it gave: \{"results"/);
    expect(answer).not.toContain(SECRET);
  });
});

describe('a text that only agents may read', () => {
  /** Writes it in answer to nothing: the agent's answer to it is awaited, so that it is not mistaken for another. */
  const tellAgents = async (client: Crumbtrail, session: string, content: string, more: object = {}) => {
    const { id } = await client.append({
      schema_name: UserMessage.name,
      session,
      context: { content },
      audience: 'agents',
      ...more,
    });
    await eventually(() => answerTo(id), { withinMs: 30_000 });
    return operator.get(id);
  };

  it('is not in the context of an answer to everybody', async () => {
    await tellAgents(ann, 'agents', `For agents only: ${SECRET}`);
    await ask(mallory, 'agents', 'What did Ann write for agents only?');
    expect(JSON.stringify(promptsWith('What did Ann write for agents only?'))).not.toContain(SECRET);
  });

  it('is in the context of an answer to everybody if its author says that it informs answers', async () => {
    const note = await tellAgents(operator, 'lore', 'The house rule is called Heron.', { informs: true });
    expect(note).toMatchObject({ informs: true, audience: 'agents' });
    await ask(mallory, 'lore', 'What is the house rule called?');
    expect(JSON.stringify(promptsWith('What is the house rule called?'))).toContain('Heron');
  });
});
