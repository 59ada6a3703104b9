import {
  ScopeAdvance,
  Session,
  SessionSummary,
  ToolConfig,
  WorldEvent,
  type SessionSummaryV1,
} from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { useFixture } from './support/fixture';
import { TagTurns } from './support/tag-turns';

const END = '<speak>I see.</speak>';
const game = useFixture(
  async () => {
    // Summaries of days are made by the memory-keeper.
    const turns = await TagTurns.start({ services: { 'memory-keeper': {} } });
    await turns.turns.grant({
      name: 'Iris',
      tools: ['echo', 'calculator'],
      tool_mode: 'tags',
      context: {
        format: 'turn',
        sources: [
          { type: 'recent', since: 'day' },
          { type: 'scopes' },
          { type: 'latest', schemas: [SessionSummary.name], section: 'summaries' },
          { type: 'latest', schemas: [WorldEvent.name], section: 'events', since: 'reply' },
        ],
      },
    });
    for (const [tool, persistence] of [
      ['echo', 'day'],
      ['calculator', 'permanent'],
    ])
      await turns.conversations.append({ schema_name: ToolConfig.name, context: { tool, persistence } });
    return turns;
  },
  ({ stack }) => stack.stop(),
);

const write = (session: string, schema_name: string, context: Record<string, unknown>) =>
  game.conversations.append({ schema_name, session, context });
const beginDay = (session: string, name: string) => write(session, ScopeAdvance.name, { scope: 'day', name });
const summariesOf = (session: string) => game.conversations.listCrumbs<SessionSummaryV1>(SessionSummary.name, session);

/** Says something that the agent answers at once; returns what the model was sent. */
async function promptOf(session: string): Promise<string> {
  const message = await game.say(session, END);
  await game.turnOf(message);
  return game.sent(message, 0);
}

describe('a session with days', () => {
  it('keeps the results of a day by tool and arguments until the day ends, and permanent ones after it', async () => {
    await beginDay('wills', 'Day 1');
    await game.turnOf(game.say('wills', '<echo>P3</echo>', '<echo>P4</echo>', '<calculator>6*7</calculator>', END));
    const sameDay = await promptOf('wills');
    for (const call of ['echo(P3)', 'echo(P4)', 'calculator(6*7)']) expect(sameDay).toContain(call);
    await beginDay('wills', 'Day 2');
    const nextDay = await promptOf('wills');
    expect(nextDay).toContain('calculator(6*7)');
    expect(nextDay).not.toMatch(/echo\(P[34]\)/);
  }, 60_000);

  it('shows the words of the day before only in a summary, and the events since the last reply', async () => {
    await beginDay('days', 'Day 1');
    await game.turnOf(game.say('days', '<speak>Bob hid the lantern under the bridge.</speak>'));
    await write('days', WorldEvent.name, { text: 'Bob was hanged.' });
    expect(await promptOf('days')).toContain('Bob was hanged.');
    await beginDay('days', 'Day 2');
    const [summary] = (await eventually(async () => {
      const all = await summariesOf('days');
      return all.length > 0 && all;
    })) as Awaited<ReturnType<typeof summariesOf>>;
    expect(summary?.context).toMatchObject({ method: 'extracted', scope: { level: 'day', name: 'Day 1' } });
    const prompt = await promptOf('days');
    expect(prompt).toMatch(/Day 1 \(sentences of what was said\): [^#]*Bob hid the lantern under the bridge\./);
    expect(prompt.match(/under the bridge/g)).toHaveLength(1);
    expect(prompt).toContain('Day 2 begins.');
    expect(prompt).not.toContain('Bob was hanged.');
  }, 60_000);

  it('sends the same system prompt in all turns and days, and names the agent by its definition', async () => {
    const session = 'static';
    await write(session, Session.name, { name: session, members: [{ kind: 'agent', id: 'assistant' }] });
    const systemOf = async (): Promise<string> => {
      const message = await game.say(session, END);
      await game.turnOf(message);
      expect(game.sent(message, 0)).toContain('- Iris (you)');
      return game.callsAbout(message)[0]?.body.messages?.[0]?.content ?? '';
    };
    await beginDay(session, 'Day 1');
    const prompts = [await systemOf(), await systemOf()];
    await beginDay(session, 'Day 2');
    await write(session, WorldEvent.name, { text: 'Rain.' });
    prompts.push(await systemOf());
    expect(prompts[0]).not.toBe('');
    expect(new Set(prompts).size).toBe(1);
  }, 60_000);

  it('refuses the words of a member that dies during its turn, with an observation that it reads', async () => {
    const name = 'death';
    const membersOf = (more: object) => [{ kind: 'agent', id: 'assistant', ...more }];
    const session = await write(name, Session.name, { name, members: membersOf({}) });
    const message = await game.say(name, { say: '<echo>P3</echo>', delay_ms: 1_500 }, '<speak>Boo.</speak>', '<wait/>');
    await eventually(() => game.callsAbout(message).length === 1);
    const headers = { 'if-match': `"${session.version}"` };
    const context = { name, members: membersOf({ status: 'dead', role: 'Sheriff', muted: true }) };
    await game.stack.api.request('PATCH', `/v1/breadcrumbs/${session.id}`, { context }, { headers });
    const { response } = await game.turnOf(message);
    expect(response.context).toMatchObject({ action: 'wait' });
    expect(response.context.content).toBeUndefined();
    expect(game.sent(message, 2)).toContain('You may not speak now: nobody heard you.');
  }, 60_000);
});
