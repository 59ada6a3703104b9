import { AgentDef, AgentResponse, UserMessage, type AgentContextV1, type Envelope } from '@crumbtrail/contracts';
import { Replay } from '@crumbtrail/contracts/operations/recorded-contexts';
import { useBuilder } from './use-builder';

const running = useBuilder();
const ALPHA = { kind: 'agent' as const, id: 'n-a' };

const define = (agent: string, name: string): Promise<Envelope> =>
  running.store.create(running.scene.workspace, {
    schema_name: AgentDef.name,
    context: { agent, name, prompt: 'p', subscriptions: [{ schema: UserMessage.name }] },
  });

async function contextOf(content: string): Promise<Envelope<AgentContextV1>> {
  const turn = await running.scene.openTurn(await running.scene.say(content));
  const context = await running.scene.contextFor(turn);
  await running.scene.stopTurn(turn);
  return context;
}

async function replayed({ id }: Envelope): Promise<unknown> {
  const client = await running.store.asOperator(running.scene.workspace);
  return client.request(Replay, { context: id });
}

describe('another agent', () => {
  it('is shown under the name in its definition where the session does not name it, also in {{group}}, and is replayed so', async () => {
    await define('n-a', 'Alpha One');
    await running.scene.setMembers([ALPHA, { kind: 'agent', id: 'assistant' }, { kind: 'user', id: 'user' }]);
    await running.scene.redefine({ prompt: 'You are here with {{group}}.', name: 'Beta Two' });
    await running.scene.import([{ text: 'The bridge is closed.', author: ALPHA, schema_name: AgentResponse.name }]);
    const context = await contextOf('What is closed?');
    expect(await running.scene.textBeside(context)).toContain('Alpha One: The bridge is closed.');
    expect(context.context.agents).toEqual([{ id: 'n-a', name: 'Alpha One' }]);
    const [defined] = (await running.store.crumbs(running.scene.workspace, AgentDef.name)).filter(
      ({ context: { agent } }) => agent === 'n-a',
    );
    if (defined) await running.store.update(defined, { context: { ...defined.context, name: 'Somebody Else' } });
    expect(await replayed(context)).toMatchObject({ identical: true, differs: [] });
    expect(await running.scene.textBeside(await contextOf('And now?'))).toContain(
      'Somebody Else: The bridge is closed.',
    );
  });

  it('is shown under it also where it is no member, and the name that a session gives goes first', async () => {
    await define('n-a', 'Alpha One');
    await running.scene.import([{ text: 'The bridge is closed.', author: ALPHA, schema_name: AgentResponse.name }]);
    expect(await running.scene.textBeside(await contextOf('What is closed?'))).toContain('Alpha One: The bridge');
    await running.scene.setMembers([
      { ...ALPHA, name: 'The Guard' },
      { kind: 'agent', id: 'assistant' },
    ]);
    const context = await contextOf('And what is open?');
    expect(await running.scene.textBeside(context)).toContain('The Guard: The bridge');
    expect(context.context).not.toHaveProperty('agents');
  });

  it('is shown under a name of its id where its definition has none, or one that is a role', async () => {
    await define('n-a', 'assistant');
    await running.scene.setMembers([ALPHA, { kind: 'agent', id: 'assistant' }, { kind: 'user', id: 'user' }]);
    await running.scene.import([{ text: 'The bridge is closed.', author: ALPHA, schema_name: AgentResponse.name }]);
    const context = await contextOf('What is closed?');
    expect(await running.scene.textBeside(context)).toContain('N a: The bridge is closed.');
    expect(await replayed(context)).toMatchObject({ identical: true });
  });
});

describe('an operator', () => {
  it('has a persona where the session lists one', async () => {
    const message = (session: string) =>
      running.store.create(running.scene.workspace, {
        schema_name: UserMessage.name,
        session,
        context: { content: 'I close the bridge.' },
      });
    const first = await message('other');
    const { kind, id } = first.author;
    expect(kind).toBe('operator');
    await running.scene.setMembers([
      { kind: 'operator', id, name: 'Björn the Ferryman' },
      { kind: 'agent', id: 'assistant' },
    ]);
    const turn = await running.scene.openTurn(await message('demo'));
    const context = await running.scene.contextFor(turn);
    expect(await running.scene.textBeside(context)).toContain('Björn the Ferryman: I close the bridge.');
    expect(await replayed(context)).toMatchObject({ identical: true });
  });
});
