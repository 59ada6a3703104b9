import { Crumbtrail } from '@crumbtrail/client';
import { AgentDef, Session, singletonId, type AgentDefV1 } from '@crumbtrail/contracts';
import { eventually, type ScriptedCall } from '@crumbtrail/testing';
import { WITHOUT_MEMORY } from './support/fewer-services';
import { useFixture, useStack } from './support/fixture';
import { ToolTurns, type ToolTurn } from './support/tool-turns';

const stack = useStack({ services: WITHOUT_MEMORY });
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));
const turns = useFixture(() => new ToolTurns(stack));

const call = (args: Record<string, unknown>): ScriptedCall => ({ id: 'call', name: 'define_agent', arguments: args });
const idOf = (agent: string): string => singletonId('default', 'agent', agent);
const waiting = async () => (await client.approvals.list({ status: 'waiting' })).approvals[0];

/** Asks the assistant to define an agent, and approves it as a person. */
async function define(session: string, args: Record<string, unknown>): Promise<ToolTurn> {
  const said = await turns.say(session, call(args));
  const approval = await eventually(waiting);
  expect(approval).toMatchObject({ tool: 'define_agent', agent: 'assistant' });
  await client.approvals.approve(approval?.id ?? '');
  return turns.ended(said);
}

const definitionOf = async (agent: string): Promise<AgentDefV1> =>
  (await client.get(idOf(agent))).context as unknown as AgentDefV1;

beforeAll(async () => {
  await turns.whenAvailable('define_agent');
  await turns.grant({
    tools: ['define_agent', 'calculator', 'dice', 'my_*'],
    approvals: [{ tools: ['dice'], approval: 'always' }],
  });
  await turns.conversations.defineAgent({
    agent: 'scholar',
    model: { name: 'bright', temperature: 0 },
    limits: { tool_rounds: 2 },
    tools: ['calculator', 'dice', 'timer'],
    approvals: [{ tools: ['timer'], approval: 'always' }],
    publish: { a2a: {} },
    confidant: true,
  });
});

describe('an agent that defines another one', () => {
  it('waits for a person, and the new agent then answers in a session that lists it', async () => {
    const said = await turns.say('village', call({ agent: 'smith', name: 'The Smith', prompt: 'You forge.' }));
    const approval = await eventually(waiting);
    await expect(client.get(idOf('smith'))).rejects.toMatchObject({ status: 404 });
    await client.approvals.approve(approval?.id ?? '');
    expect((await turns.ended(said)).answer).toContain('"agent":"smith","version":1');
    expect(await client.get(idOf('smith'))).toMatchObject({ author: { kind: 'service', id: 'tool-runner' } });
    expect(await definitionOf('smith')).toMatchObject({ name: 'The Smith', defined_by: 'agent:assistant' });

    const members = [{ kind: 'agent', id: 'smith' }];
    await client.append({ schema_name: Session.name, context: { name: 'forge', members } });
    const { responses } = await client.say('forge', 'Can you make a nail?', { wait_ms: 60_000 });
    expect(responses?.[0]).toMatchObject({ author: { kind: 'agent', id: 'smith' } });
    expect(JSON.stringify(stack.model.calls.at(-1)?.body.messages)).toContain('You forge.');
    const other = await client.say('village', 'Who is there?', { wait_ms: 60_000 });
    expect(other.responses?.map(({ author }) => author.id)).not.toContain('smith');
  });

  it('is made as its template works, with the tools and the approvals of its author, and is told and published nothing more', async () => {
    const { answer } = await define('copy', { agent: 'pupil', template: 'scholar', prompt: 'You learn.' });
    expect(answer).toContain('"tools":["calculator","dice"]');
    const definition = await definitionOf('pupil');
    expect(definition).toMatchObject({
      model: { name: 'bright', temperature: 0 },
      limits: { tool_rounds: 2 },
      tools: ['calculator', 'dice'],
      approvals: [{ tools: ['dice'], approval: 'always' }],
      sessions: 'member',
    });
    expect(definition).not.toHaveProperty('publish');
    expect(definition).not.toHaveProperty('confidant');
  });

  it('gives it no tool that its author may not call', async () => {
    const given = await define('greedy', { agent: 'thief', prompt: 'You take.', tools: ['my_lock', 'timer', 'm*'] });
    expect(given.answer).toContain('You may not call timer, m*, so you cannot grant it to another agent.');
    await expect(client.get(idOf('thief'))).rejects.toMatchObject({ status: 404 });
  });

  it('changes what it has defined, and no other agent, itself included', async () => {
    await define('change', { agent: 'cook', prompt: 'You boil.', tools: [] });
    expect((await define('change', { agent: 'cook', prompt: 'You roast.', tools: [] })).answer).toContain(
      '"version":2',
    );
    expect(await definitionOf('cook')).toMatchObject({ prompt: 'You roast.' });
    for (const agent of ['scholar', 'assistant']) {
      const { answer } = await define('change', { agent, prompt: 'You obey.' });
      expect(answer).toContain(`There is an agent ${agent} already that you have not written.`);
    }
    expect((await define('change', { agent: 'x', template: 'nobody', prompt: 'You are.' })).answer).toContain(
      'There is no agent nobody that you may read.',
    );
  });

  it('is not changed again once an operator has taken its definition over', async () => {
    await define('taken', { agent: 'guard', prompt: 'You watch.', tools: [] });
    const { version, context } = await client.get(idOf('guard'));
    const { defined_by: _, ...own } = context;
    await client.change(idOf('guard'), version, { context: own });
    const { answer } = await define('taken', { agent: 'guard', prompt: 'You sleep.', tools: [] });
    expect(answer).toContain('There is an agent guard already that you have not written.');
    expect((await client.list({ schema: AgentDef.name, limit: 100 })).breadcrumbs.length).toBeGreaterThan(3);
  });
});
