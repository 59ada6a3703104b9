import { AgentContext } from '@crumbtrail/contracts';
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

describe('an agent that no process runs', () => {
  it('has its turn closed with a visible error at the deadline, and its lane continues', async () => {
    // In a workspace of its own: the agent would be woken by the messages of the other tests too.
    const { conversations: haunted } = await createTestWorkspace(stack);
    await haunted.defineAgent({ agent: 'ghost', runner: 'service', limits: { turn_seconds: 2 } });
    const sent = [await haunted.say('haunted', 'is anybody there?'), await haunted.say('haunted', 'and now?')];
    const ended = await eventually(
      async () => {
        const all = await haunted.endedTurns('haunted');
        return all.length === 4 ? all : null;
      },
      { withinMs: 30_000 },
    );
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
    expect(took).toBeLessThan(6_000);
  });
});
