import { AgentContext, Session } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { readMetric } from './support/metric';
import { echo, Conversations } from './support/conversations';
import { useScript, useStack } from './support/fixture';
import { createTestWorkspace } from './support/test-workspace';

const stack = useStack({ healthOf: ['breadcrumb-store'] });
useScript(stack, echo);
const conversations = new Conversations(stack);

describe('a turn without tools', () => {
  it('writes at most 4 breadcrumbs in at most 6 commits, and builds its context with at most 6 queries', async () => {
    const warm = [await conversations.say('plain', 'first, so that every service is warm')];
    await conversations.waitForTurns(warm);
    const commits = () => readMetric(stack, 'breadcrumb-store', 'crumbtrail_commits_total');
    const before = await commits();
    const message = await conversations.say('plain', 'hello');
    const [end] = await conversations.waitForTurns([message]);
    expect(await commits()).toBeLessThanOrEqual(before + 6);
    const trail = await stack.api.get<{ nodes: { schema_name: string }[] }>(`/v1/trails/${end?.turn.trail_id}`);
    expect(trail.nodes.map(({ schema_name }) => schema_name)).toEqual([
      'user.message.v1',
      'agent.turn.v1',
      'agent.context.v1',
      'agent.response.v1',
    ]);
    const [, context] = await conversations.listCrumbs<{ queries: number }>(AgentContext.name, 'plain');
    expect(context?.context.queries).toBeGreaterThan(0);
    expect(context?.context.queries).toBeLessThanOrEqual(6);
  });
});

describe('a session with several agents', () => {
  it('lets whom the message addresses by name speak first, then whom it mentions, and shows the others the message before that reply', async () => {
    const { client, conversations: panel } = await createTestWorkspace(stack);
    for (const agent of ['ann', 'bob', 'cat', 'dan']) await panel.defineAgent({ agent });
    const members = [
      { kind: 'agent', id: 'ann' },
      { kind: 'agent', id: 'bob', name: 'Robert' },
      { kind: 'agent', id: 'cat' },
      { kind: 'agent', id: 'dan', present: false },
    ];
    await panel.append({ schema_name: Session.name, context: { name: 'panel', members } });
    const message = await panel.say('panel', 'Robert, is it safe for the cat?');
    const ended = await panel.waitForTurns([message], { each: 3 });
    expect(ended.map(({ turn }) => turn.context.agent)).toEqual(['bob', 'cat', 'ann']);
    const contexts = await panel.listCrumbs(AgentContext.name, 'panel');
    const texts = await Promise.all(contexts.map(async ({ id }) => (await client.get(id)).context.formatted_context));
    const reply = `Robert: ${ended[0]?.response.context.content}`;
    expect(texts[0]).not.toContain(reply);
    expect(texts[1]).toMatch(new RegExp(`: Robert, is it safe for the cat\\?\n${reply.replace(/[?]/g, '\\?')}$`));
    expect(ended[0]?.response.context.content).toBe('answer to Robert, is it safe for the cat?');
  });
});

describe('an agent that no process runs', () => {
  it('has its turn closed with a visible error at the deadline, and its lane continues', async () => {
    // In a workspace of its own: the agent would be woken by the messages of the other tests too.
    const { conversations: haunted } = await createTestWorkspace(stack);
    await haunted.defineAgent({ agent: 'ghost', runner: 'service', limits: { turn_seconds: 2 } });
    const sent = [await haunted.say('haunted', 'is anybody there?'), await haunted.say('haunted', 'and now?')];
    const ended = await eventually(async () => {
      const all = await haunted.endedTurns('haunted');
      return all.length === 4 ? all : null;
    });
    const of = (agent: string) =>
      ended.filter(({ turn }) => turn.context.agent === agent).map(({ response }) => response.context);
    expect(of('ghost').map(({ action, error }) => [action, error?.code])).toEqual([
      ['error', 'deadline'],
      ['error', 'deadline'],
    ]);
    expect(of('assistant').map(({ content }) => content)).toEqual(sent.map(({ content }) => `answer to ${content}`));
    const [first] = ended.filter(({ turn }) => turn.context.agent === 'ghost');
    const took = Date.parse(first?.response.created_at ?? '') - Date.parse(first?.turn.created_at ?? '');
    expect(took).toBeGreaterThanOrEqual(1_900);
    expect(took).toBeLessThan(60_000);
  });
});
