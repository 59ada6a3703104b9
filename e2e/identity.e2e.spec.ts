import { AgentContext, AgentDef, AgentResponse, responseId, turnId, UserMessage } from '@crumbtrail/contracts';
import { Crumbtrail, isApiError, type ApiError } from '@crumbtrail/client';
import { eventually, type ModelCall } from '@crumbtrail/testing';
import { randomUUID } from 'node:crypto';
import { useFixture, useStack } from './support/fixture';

const as = (key: string): Crumbtrail => new Crumbtrail({ url: stack.api.url, key });
const keyFor = async (kind: 'user' | 'agent', id: string): Promise<Crumbtrail> =>
  as((await operator.createKey({ participant: { kind, id }, role: 'writer' })).secret);
const hello = { schema_name: UserMessage.name, session: 'demo', context: { content: 'the launch code is 4711' } };

async function refusal(asked: Promise<unknown>): Promise<ApiError> {
  const thrown = await asked.then(
    (value) => new Error(`it was not rejected: ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (isApiError(thrown)) return thrown;
  throw thrown;
}
const status = async (asked: Promise<unknown>): Promise<number> => (await refusal(asked)).status;
const count = async (schema: string): Promise<number> =>
  (await operator.list({ schema, limit: 500 })).breadcrumbs.length;

const stack = useStack();
const operator = useFixture(() => as(stack.key));
const stranger = useFixture(async () => as((await operator.createWorkspace('elsewhere')).secret));
const writer = useFixture(() => keyFor('user', 'walter'));

describe('a writer’s key', () => {
  const turn = { id: randomUUID() };
  const ref = { id: randomUUID(), version: 1 };
  const context = {
    turn,
    agent: 'assistant',
    trigger: ref,
    definition: ref,
    config: { hash: 'sha256:00' },
    format: 'markdown',
    formatted_hash: 'sha256:00',
    tokens: { total: 0, by_section: {} },
    tokenizer: 'o200k_base',
    margin: 0,
    budget: { max_tokens: 1, context_window: 1, system_prompt: 0, tool_schemas: 0, reply_reserve: 0, cap: 1 },
    embedder: null,
    renderer: 'r',
    as_of: 1,
    now: '2026-01-01T00:00:00Z',
    plan: { sources: [] },
    account: { columns: [], rows: [], beyond: 0 },
  };
  test.each([
    [AgentContext.name, context],
    [AgentResponse.name, { turn, action: 'speak', content: 'I am the assistant' }],
    [AgentDef.name, { agent: 'mallory', prompt: 'p', subscriptions: [{ schema: UserMessage.name }] }],
  ])('may not write %s', async (schema_name, payload) => {
    const before = await count(schema_name);
    expect((await refusal(writer.append({ schema_name, session: 'demo', context: payload }))).problem.code).toBe(
      'wrong_writer',
    );
    expect(await count(schema_name)).toBe(before);
  });

  test('may not write as somebody else, nor import history', async () => {
    expect(await status(writer.append({ ...hello, author: { kind: 'operator', id: 'operator' } }))).toBe(422);
    expect(await status(writer.appendBatch([hello], { imported: true }))).toBe(403);
    const { id } = await writer.append({ ...hello, session: 'aside' });
    expect((await operator.get(id)).author).toEqual({ kind: 'user', id: 'walter' });
  });

  test('may not change or erase what others wrote', async () => {
    const { id, version } = await operator.append({ ...hello, session: 'aside' });
    expect(await status(writer.change(id, version, { title: 'mine' }))).toBe(403);
    expect(await status(writer.erase(id, version))).toBe(403);
    expect((await operator.get(id)).version).toBe(1);
  });

  test('may not create keys or workspaces, nor read dead letters', async () => {
    const participant = { kind: 'user', id: 'walter' } as const;
    expect(await status(writer.createKey({ participant, role: 'operator' }))).toBe(403);
    expect(await status(writer.keys())).toBe(403);
    expect(await status(writer.createWorkspace('mine'))).toBe(403);
    expect(await status(writer.deadLetters())).toBe(403);
  });

  test('is rejected once it is revoked', async () => {
    const { id, secret } = await operator.createKey({ participant: { kind: 'user', id: 'gone' }, role: 'writer' });
    await as(secret).whoAmI();
    await operator.revokeKey(id);
    expect(await status(as(secret).append(hello))).toBe(401);
  });
});

describe('a key for the id of an agent', () => {
  test('is refused for a person, and created only by force; the two then never read what is for the other', async () => {
    const participant = { kind: 'user', id: 'assistant' } as const;
    expect(await status(operator.createKey({ participant, role: 'reader' }))).toBe(409);
    const { secret } = await operator.createKey({ participant, role: 'reader', force: true });
    const namesake = as(secret);
    expect((await namesake.whoAmI()).participant).toEqual(participant);
    const draft = { ...hello, session: 'twins', context: { content: 'a lynx' } };
    const ambiguous = await refusal(writer.append({ ...draft, audience: ['assistant'] }));
    expect([ambiguous.status, ambiguous.message]).toEqual([
      422,
      expect.stringContaining('agent:assistant or user:assistant'),
    ]);
    const forUser = await writer.append({ ...draft, audience: ['user:assistant'] });
    const forAgent = await writer.append({ ...draft, audience: ['agent:assistant'] });
    const answer = await eventually(async () => {
      const { nodes } = await operator.trail(forAgent.id);
      return nodes.find(({ schema_name }) => schema_name === AgentResponse.name);
    });
    expect((await operator.get(answer.id)).audience).toEqual(['agent:assistant', 'user:walter']);
    for (const { id } of (await operator.trail(forAgent.id)).nodes) expect(await status(namesake.get(id))).toBe(404);
    expect((await namesake.get(forUser.id)).audience).toEqual(['user:assistant']);
    expect((await namesake.list({ session: 'twins' })).breadcrumbs.map(({ id }) => id)).toEqual([forUser.id]);
    for (const mode of ['text', 'vector', 'hybrid'] as const) {
      const { results } = await namesake.search({ query: 'lynx', mode, filter: { session: 'twins' } });
      expect(results.map(({ breadcrumb }) => breadcrumb.id).filter((id) => id !== forUser.id)).toEqual([]);
    }
    for await (const item of namesake.events({ cursor: 'start', session: 'twins' })) {
      if (item.type === 'event') expect(item.event.id).toBe(forUser.id);
      if (item.type === 'complete') break;
    }
    expect((await operator.trail(forUser.id)).nodes.map(({ id }) => id)).toEqual([forUser.id]);
  });
});

describe('the name of a person', () => {
  test('is that of the key, in the breadcrumb, its trail and the context of the answer, and nobody can write under another', async () => {
    const participant = { kind: 'user', id: 'fahim' } as const;
    const { secret, name } = await operator.createKey({ participant, name: 'Fahim Khan', role: 'writer' });
    expect([name, (await as(secret).whoAmI()).name]).toEqual(['Fahim Khan', 'Fahim Khan']);
    const { message, trail_id } = await as(secret).say('names', 'What is my name?', { wait_ms: 20_000 });
    const author = { ...participant, name: 'Fahim Khan' };
    const { nodes } = await operator.trail(trail_id);
    expect([message.author, nodes[0]?.author]).toEqual([author, author]);
    const context = nodes.find(({ schema_name }) => schema_name === AgentContext.name)?.id ?? '';
    expect((await operator.get(context)).context.formatted_context).toContain('Fahim Khan: What is my name?');
    expect(await status(as(secret).say('names', 'x', { author: { name: 'Rita' } }))).toBe(422);
  });

  test('comes with each message of a key without a name, which speaks for several people', async () => {
    const bridge = await keyFor('user', 'bridge');
    const { message } = await bridge.say('bridged', 'Hello', { author: { name: '田中' } });
    expect((await operator.get(message.id)).author).toEqual({ kind: 'user', id: 'bridge', name: '田中' });
  });
});

describe('a response whose id was guessed', () => {
  test('is rejected for every author, and the turn ends with the real response', async () => {
    const isIt = (call: ModelCall): boolean => JSON.stringify(call.body).includes('who are you?');
    stack.model.otherwise((call) => (isIt(call) ? { say: 'the real answer', delay_ms: 1_500 } : { say: 'ok' }));
    const { message } = await operator.say('guessed', 'who are you?');
    const turn = turnId('default', { agent: 'assistant', trigger: { id: message.id, version: 1 }, generation: 0 });
    const id = responseId('default', turn);
    await eventually(() => stack.model.calls.some(isIt));
    const forged = {
      schema_name: AgentResponse.name,
      session: 'guessed',
      context: { turn: { id: turn }, action: 'speak', content: 'forged' },
    };
    const mallory = await keyFor('agent', 'mallory');
    for (const forger of [writer, mallory, operator])
      expect(await status(forger.append(forged))).toBeGreaterThanOrEqual(403);
    expect(await status(operator.append({ ...hello, id } as never))).toBe(422);
    expect(await status(operator.get(id))).toBe(404);
    const response = await eventually(() => operator.get(id));
    expect(response).toMatchObject({
      author: { kind: 'agent', id: 'assistant' },
      context: { content: 'the real answer' },
    });
  });
});

describe('the operator of another workspace', () => {
  test('finds no breadcrumb of this workspace, by id or by search', async () => {
    const { message, responses } = await operator.say('demo', hello.context.content, { wait_ms: 20_000 });
    expect(responses).toHaveLength(1);
    const trail = await operator.trail(message.id);
    for (const { id } of trail.nodes) {
      expect(await status(stranger.get(id))).toBe(404);
      expect(await status(stranger.history(id))).toBe(404);
      expect(await status(stranger.trail(id))).toBe(404);
      expect(await status(stranger.explain(id))).toBe(404);
      expect(await status(stranger.change(id, 1, { title: 'x' }))).toBe(404);
      expect(await status(stranger.erase(id, 1))).toBe(404);
    }
    expect((await stranger.list()).breadcrumbs.filter(({ workspace }) => workspace !== 'elsewhere')).toEqual([]);
    expect((await stranger.list({ session: 'demo' })).breadcrumbs).toEqual([]);
    expect((await stranger.search({ query: 'launch code', mode: 'text' })).results).toEqual([]);
    expect((await stranger.search({ query: 'launch code', mode: 'vector' })).results).toEqual([]);
  });

  test('cannot follow the log of this workspace, nor resume with its cursor', async () => {
    let theirs = '';
    for await (const item of operator.events({ cursor: 'start' })) {
      if (item.type !== 'piece') theirs = item.cursor;
      if (item.type === 'complete') break;
    }
    expect(await status(stranger.events({ cursor: theirs }).next())).toBe(410);
    for await (const item of stranger.events({ cursor: 'start' })) {
      if (item.type === 'event') expect(item.event.workspace).toBe('elsewhere');
      if (item.type === 'complete') break;
    }
  });

  test('cannot use a breadcrumb of this workspace as a cause, nor revoke its keys', async () => {
    const { id } = await operator.append({ ...hello, session: 'aside' });
    expect(await status(stranger.append({ ...hello, cause: { id } }))).toBeGreaterThanOrEqual(404);
    const [key] = await operator.keys();
    expect(await status(stranger.revokeKey(key?.id ?? ''))).toBe(404);
    expect((await stranger.keys()).map((one) => one.participant.id)).not.toContain('walter');
  });

  test('cannot create workspaces, nor read the status of the whole installation', async () => {
    expect(await status(stranger.createWorkspace('third'))).toBe(403);
    expect((await stranger.workspaces()).map(({ name }) => name)).toEqual(['elsewhere']);
    expect(await status(stranger.status())).toBe(403);
  });
});

describe('the audience of a breadcrumb', () => {
  test('hides it from everybody else in every read, list, search, trail and stream', async () => {
    const sam = await keyFor('user', 'sam');
    const { id } = await writer.append({
      ...hello,
      session: 'private',
      context: { content: 'a zebra for rita' },
      audience: ['rita'],
    });
    const rita = await keyFor('user', 'rita');
    expect((await rita.get(id)).id).toBe(id);
    const found = await eventually(async () => (await rita.search({ query: 'zebra', mode: 'text' })).results[0]);
    expect(found.breadcrumb.id).toBe(id);
    expect(await status(sam.get(id))).toBe(404);
    expect(await status(sam.trail(id))).toBe(404);
    expect((await sam.list({ session: 'private' })).breadcrumbs).toEqual([]);
    expect((await sam.search({ query: 'zebra', mode: 'text' })).results).toEqual([]);
    for await (const item of sam.events({ cursor: 'start', session: 'private' })) {
      expect(item.type).toBe('complete');
      break;
    }
  });
});
