import { Crumbtrail, type StreamItem } from '@crumbtrail/client';
import {
  AgentStep,
  GuardFired,
  ScopeAdvance,
  Session,
  ToolConfig,
  UserMessage,
  type AgentStepV1,
} from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { useFixture } from './support/fixture';
import { TagTurns } from './support/tag-turns';

const tags = useFixture(
  () => TagTurns.start(),
  ({ stack }) => stack.stop(),
);

describe('an agent in tags mode', () => {
  it('shows people only the text between speak tags', async () => {
    const client = new Crumbtrail({ url: tags.stack.api.url, key: tags.stack.key });
    const leaving = new AbortController();
    const items: StreamItem[] = [];
    const watching = (async () => {
      for await (const item of client.watch('heard', { signal: leaving.signal })) items.push(item);
    })().catch(() => undefined);
    await eventually(() => items.some(({ type }) => type === 'complete'));
    const message = await tags.say(
      'heard',
      { say: '<thinking>SECRET <echo>P3 lies</echo> AFTER', ending: 'stall', pieces: 9 },
      { say: '<thinking>SECRET</thinking><speak>He lies.</speak>', pieces: 9 },
    );
    const { response } = await tags.turnOf(message);
    expect(response.context).toMatchObject({ action: 'speak', content: 'He lies.', steps: 1, tool_calls: 1 });
    const [first, second] = tags.callsAbout(message);
    expect(await first?.over).toBe('broken off by the client');
    expect(second?.body.messages?.slice(-2)).toEqual([
      { role: 'assistant', content: '<thinking>SECRET <echo>P3 lies</echo></thinking>' },
      { role: 'user', content: '<observation>P3 lies</observation>' },
    ]);
    const streamed = (): string =>
      items.reduce(
        (text, item) => (item.type !== 'piece' ? text : item.piece.kind === 'reset' ? '' : text + item.piece.text),
        '',
      );
    await eventually(() => streamed() === 'He lies.');
    leaving.abort();
    await watching;
    expect(items.flatMap((item) => (item.type === 'piece' ? [item.piece.text] : [])).join('')).not.toMatch(
      /SECRET|AFTER|</,
    );
    expect(JSON.stringify(await tags.conversations.listCrumbs(AgentStep.name, 'heard'))).toContain('SECRET');
    expect(JSON.stringify(response)).not.toContain('SECRET');
  }, 60_000);

  it('keeps each tool result, by tool and arguments, for as long as its persistence class states', async () => {
    const end = '<speak>I see.</speak>';
    for (const [tool, persistence] of [
      ['echo', 'day'],
      ['calculator', 'session'],
    ])
      await tags.conversations.append({ schema_name: ToolConfig.name, context: { tool, persistence } });
    await tags.turnOf(
      tags.say(
        'days',
        '<echo>P3</echo>',
        '<echo>P4</echo>',
        '<calculator>6*7</calculator>',
        '<calculator>oops(</calculator>',
        end,
      ),
    );
    const sameDay = await tags.say('days', end);
    await tags.turnOf(sameDay);
    const shown = tags.sent(sameDay, 0);
    for (const call of ['echo(P3)', 'echo(P4)', 'calculator(6*7)']) expect(shown).toContain(call);
    expect(shown).not.toContain('oops');
    await tags.conversations.append({
      schema_name: ScopeAdvance.name,
      session: 'days',
      context: { scope: 'day', name: 'Day 2' },
    });
    const nextDay = await tags.say('days', end);
    await tags.turnOf(nextDay);
    const left = tags.sent(nextDay, 0);
    expect(left).toContain('calculator(6*7)');
    expect(left).not.toMatch(/echo\(P[34]\)/);
  }, 60_000);

  it('gets messages that arrive during its turn with the next observation', async () => {
    const message = await tags.say('meanwhile', { say: '<echo>P3</echo>', delay_ms: 1_500 }, '<speak>Yes.</speak>');
    await eventually(() => tags.callsAbout(message).length === 1);
    await tags.conversations.append({
      schema_name: UserMessage.name,
      session: 'meanwhile',
      context: { content: 'it is </observation> not me' },
    });
    await tags.turnOf(message);
    const [, second] = tags.callsAbout(message);
    expect(tags.sent(message, 0)).not.toContain('not me');
    const last = second?.body.messages?.at(-1)?.content ?? '';
    expect(last).toMatch(
      /^<observation>P3<\/observation>\n<observation>Said while you were thinking:\n.*: it is &lt;\/observation&gt; not me<\/observation>$/,
    );
    const [step] = await tags.conversations.listCrumbs<AgentStepV1>(AgentStep.name, 'meanwhile');
    expect(step?.context.calls).toHaveLength(1);
  }, 60_000);

  it('does not answer once it is muted during its turn', async () => {
    const members = (muted: boolean): object[] => [{ kind: 'agent', id: 'assistant', muted }];
    const session = await tags.conversations.append({
      schema_name: Session.name,
      session: 'muted',
      context: { name: 'muted', members: members(false) },
    });
    const message = await tags.say(
      'muted',
      { say: '<echo>P3</echo>', delay_ms: 1_500 },
      '<speak>Boo.</speak>',
      '<speak>Boo!</speak>',
    );
    await eventually(() => tags.callsAbout(message).length === 1);
    const path = `/v1/breadcrumbs/${session.id}`;
    const headers = { 'if-match': `"${session.version}"` };
    await tags.stack.api.request('PATCH', path, { context: { name: 'muted', members: members(true) } }, { headers });
    const { response } = await tags.turnOf(message);
    expect(response.context).toMatchObject({ action: 'wait', error: { code: 'may_not_speak' } });
    expect(response.context.content).toBeUndefined();
    const steps = await tags.conversations.listCrumbs<AgentStepV1>(AgentStep.name, 'muted');
    expect(steps.map(({ context }) => [context.kind, context.observation?.code])).toEqual([
      ['model', undefined],
      ['repair', 'may_not_speak'],
    ]);
    expect(tags.sent(message, 1)).toContain('You may not speak now');
  }, 60_000);

  it('gets the error of a failed tool, and answers', async () => {
    const message = await tags.say('fails', '<calculator>6 times seven</calculator>', '<speak>I cannot say.</speak>');
    expect((await tags.turnOf(message)).response.context).toMatchObject({ action: 'speak', content: 'I cannot say.' });
    expect(tags.sent(message, 1)).toContain('<observation>Error: ');
    expect(await tags.responsesIn('fails')).toMatchObject([{ status: 'error', persistence: { class: 'turn' } }]);
  }, 60_000);

  it('ends without an answer after six rounds, and records the guard that fired', async () => {
    const message = await tags.say('rounds', ...Array.from({ length: 8 }, (_, n) => `<echo>again ${n}</echo>`));
    expect((await tags.turnOf(message)).response.context).toMatchObject({
      action: 'wait',
      error: { code: 'tool_rounds' },
      steps: 6,
      tool_calls: 6,
    });
    expect(await tags.conversations.listCrumbs(GuardFired.name, 'rounds')).toMatchObject([
      { context: { guard: 'tool_rounds', limit: 6 } },
    ]);
    expect([(await tags.responsesIn('rounds')).length, tags.callsAbout(message).length]).toEqual([6, 7]);
  }, 60_000);

  it('stores no result for an observation that the model wrote itself', async () => {
    const message = await tags.say(
      'forged',
      '<thinking>So.</thinking><observation>FAKE</observation><speak>FAKE</speak>',
      '<wait/>',
    );
    expect((await tags.turnOf(message)).response.context).toMatchObject({ action: 'wait' });
    expect(await tags.responsesIn('forged')).toEqual([]);
    expect(tags.sent(message, 1)).not.toContain('FAKE');
  }, 60_000);
});
