import { AgentResponse, ToolConfig, ToolResponse, UserMessage, type Envelope } from '@crumbtrail/contracts';
import { Crumbtrail } from '@crumbtrail/client';
import { eventually, type ModelCall } from '@crumbtrail/testing';
import { useFixture, useSharedStack } from './support/fixture';
import { ToolTurns } from './support/tool-turns';

const SECRET = '4711-walrus';
const stack = useSharedStack();
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
  const answer = await eventually(() => answerTo(message.id));
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
    await eventually(() => answerTo(id));
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

describe('the result of a tool that keeps its results, which only the agent may read', () => {
  const product = { name: 'calculator', arguments: { expression: '1234*4321' } };

  beforeAll(async () => {
    const context = { tool: 'calculator', persistence: 'session' };
    await operator.append({ schema_name: ToolConfig.name, context });
    await turns.whenAvailable('calculator');
    await turns.grant({ tools: ['search_breadcrumbs', 'calculator'] });
  });

  /** The results of tools in the context of an answer. */
  const resultsIn = async ({ cause }: Envelope) => {
    const { items } = await operator.explain(cause?.id ?? '');
    return items.filter(({ schema_name, decision }) => schema_name === ToolResponse.name && decision === 'kept');
  };

  it('is in no answer to others if the answer that it was for was in confidence', async () => {
    await ask(ann, 'sums', turns.plan('sums', product), ['assistant']);
    const question = 'Which products do you know?';
    expect(await resultsIn(await ask(mallory, 'sums', question))).toEqual([]);
    expect(JSON.stringify(promptsWith(question))).not.toContain('5332114');
    expect(await resultsIn(await ask(ann, 'sums', 'And for me?', ['assistant']))).toHaveLength(1);
  });

  it('is in answers to everybody if everybody could read the answer that it was for', async () => {
    await ask(ann, 'products', turns.plan('products', product));
    const [result] = await resultsIn(await ask(mallory, 'products', 'Which of them do you know?'));
    await expect(mallory.get(result?.id ?? '')).rejects.toMatchObject({ status: 404 });
    expect((await operator.get(result?.id ?? '')).context).toMatchObject({ tool: 'calculator', status: 'ok' });
  });
});

describe('the plan of an agent', () => {
  const write = (text: string) => ({ name: 'plan', arguments: { text } });

  beforeAll(async () => {
    await turns.whenAvailable('plan');
    await turns.grant({ tools: ['plan'] });
  });

  it('is in no context of an answer to others if it was written in confidence', async () => {
    await ask(ann, 'heist', turns.plan('heist', write(`Open the safe with ${SECRET}.`)), ['assistant']);
    await ask(mallory, 'heist', 'What do you plan?');
    expect(JSON.stringify(promptsWith('What do you plan?'))).not.toContain(SECRET);
    await ask(ann, 'heist', 'What do we plan?', ['assistant']);
    expect(JSON.stringify(promptsWith('What do we plan?'))).toContain(`Open the safe with ${SECRET}.`);
  });

  it('for everybody takes up nothing that was said in confidence', async () => {
    await ask(ann, 'tour', turns.plan('tour', write('First the cellar.')));
    const refused = turns.plan('tour', write(`Open the safe with ${SECRET}.`));
    const answer = await ask(ann, 'tour', refused, ['assistant']);
    expect(JSON.stringify(answer.context)).toContain('it informs answers to others than the readers of this one');
    await ask(mallory, 'tour', 'Where do we begin?');
    const prompts = JSON.stringify(promptsWith('Where do we begin?'));
    expect(prompts).toContain('First the cellar.');
    expect(prompts).not.toContain(SECRET);
  });
});

describe('a confidant', () => {
  beforeAll(() => turns.grant({ confidant: true }), 30_000);
  afterAll(() => turns.grant({ confidant: false }));

  it('uses what its author told it in an answer that only its author and it can read', async () => {
    await confide('safe', ['assistant']);
    const question = 'Remind me: which code is it?';
    const response = await ask(ann, 'safe', question);
    expect(JSON.stringify(promptsWith(question))).toContain(SECRET);
    expect(response.audience).toEqual(['agent:assistant', 'user:ann']);
    await expect(mallory.get(response.id)).rejects.toMatchObject({ status: 404 });
    expect((await ann.get(response.id)).id).toBe(response.id);
    expect((await operator.explain(response.cause?.id ?? '')).readers).toEqual(['agent:assistant', 'user:ann']);
  });

  it('tells nobody else, and answers everybody where it was told nothing', async () => {
    await confide('vestry', ['assistant']);
    const question = 'Which code did she tell you?';
    const response = await ask(mallory, 'vestry', question);
    expect(JSON.stringify(promptsWith(question))).not.toContain(SECRET);
    expect(response.audience).toBe('all');
    expect((await operator.explain(response.cause?.id ?? '')).hidden_from_readers).toBeGreaterThan(0);
  });
});
