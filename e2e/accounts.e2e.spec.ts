import {
  AgentContext,
  ContextConfig,
  Session,
  singletonId,
  UserMessage,
  type AgentContextV1,
  type Ref,
} from '@crumbtrail/contracts';
import { Crumbtrail, isApiError } from '@crumbtrail/client';
import { TestStack } from '@crumbtrail/testing';
import { LONG_LEASES } from './support/long-leases';
import { echo, Talk } from './support/talk';

let stack: TestStack;
let talk: Talk;
let operator: Crumbtrail;
let first: string;
let text: string;
const said: Ref[] = [];

const session = 'ops';
const history = [
  ['The dashboard runs on port 8443 since Monday.', '2026-03-02T09:00:00.000Z'],
  ['The certificate of the dashboard is renewed by the night job.', '2026-03-03T09:00:00.000Z'],
  ['Lunch is at noon on Friday.', '2026-03-04T09:00:00.000Z'],
  ['The port of the metrics endpoint is 9464.', '2026-03-05T09:00:00.000Z'],
] as const;

const messages = (all: readonly (readonly [content: string, occurred_at?: string])[], where = session) =>
  all.map(([content, occurred_at]) => ({
    ...{ schema_name: UserMessage.name, session: where, context: { content } },
    ...(occurred_at === undefined ? {} : { occurred_at }),
  }));

/** Asks, waits for the answer, and gives the id of the context that it was given on. */
async function asked(content: string): Promise<string> {
  const one = await talk.say(session, content);
  const [end] = await talk.answered([one]);
  const contexts = await talk.all<AgentContextV1>(AgentContext.name, session);
  return contexts.find(({ context }) => context.turn.id === end?.turn.id)?.id ?? '';
}

beforeAll(async () => {
  stack = await TestStack.start(LONG_LEASES);
  stack.model.otherwise(echo);
  talk = new Talk(stack);
  operator = new Crumbtrail({ url: stack.api.url, key: stack.key });
  said.push(...(await operator.appendBatch(messages(history), { imported: true })));
  first = await asked('Which port does the dashboard run on?');
  text = (await operator.contexts.explain(first)).formatted_context ?? '';
}, 90_000);
afterAll(() => stack?.stop());

describe('the account of an answered message', () => {
  test('says what was billed beside what was counted', async () => {
    const { billed } = await operator.contexts.explain(first);
    expect(billed?.counted).toBeGreaterThan(0);
    expect(billed?.drift).toBeCloseTo((billed?.billed ?? 0) / (billed?.counted ?? 1) - 1, 3);
  });

  test('replays to the byte after configuration, definition, names, statistics and versions have changed', async () => {
    const names = [{ kind: 'agent', id: 'assistant', name: 'Renamed' }];
    await operator.append({ schema_name: Session.name, context: { name: session, members: names } });
    const settings = { consumer: 'assistant', format: 'lmml', budget: { max_tokens: 300 } };
    await operator.append({ schema_name: ContextConfig.name, context: settings });
    const definition = await operator.get(singletonId('default', 'agent', 'assistant'));
    const context = { ...definition.context, prompt: 'Answer in verse.' };
    await operator.change(definition.id, definition.version, { context });
    const port = said[0] as Ref;
    await operator.change(port.id, port.version, { context: { content: 'The dashboard runs on port 1 now.' } });
    const more = Array.from(
      { length: 40 },
      (_, n) => [`Dashboard port talk number ${n}, of ports and dashboards.`] as const,
    );
    await operator.appendBatch([...messages(more), ...messages(more, 'elsewhere')], { imported: true });

    const reply = await operator.contexts.replay(first);
    expect(reply).toMatchObject({ identical: true, erased: [], differs: [] });
    expect(reply.formatted_context).toBe(text);
    expect(text).toContain('The dashboard runs on port 8443 since Monday.');
  });

  test('is planned anew by what is set today, and says what differs and why', async () => {
    const { preview, diff } = await operator.contexts.replan(first);
    expect(preview.formatted_context).toContain('<agent-context');
    expect(preview.budget.max_tokens).toBe(300);
    const causes = diff.causes.map((cause) => cause.split(':')[0]);
    expect(causes).toEqual(expect.arrayContaining(['configuration', 'definition', 'budget', 'renderer', 'format']));
    expect(causes).not.toContain('position');
    expect([diff.a.id, diff.b.id]).toEqual([first, undefined]);
    const { diff: now } = await operator.contexts.replan(first, { as_of: (await operator.status()).head });
    expect(now.reworded.concat(now.added as never).length).toBeGreaterThan(0);
    expect(now.causes.join()).toContain('position: ');
  });

  test('says what other budgets would have let in', async () => {
    const { recorded, budgets } = await operator.contexts.whatIf(first, [4000, 64]);
    const [least, same] = budgets;
    expect(same).toMatchObject({ tokens: recorded.tokens, enters: [], leaves: [] });
    expect(least?.leaves.length).toBeGreaterThan(0);
    expect(least?.tokens).toBeLessThanOrEqual(64);
  });

  test('stands beside another one', async () => {
    const second = await asked('And which port have the metrics?');
    const { a, b, causes, tokens } = await operator.contexts.diff(first, second);
    expect([a.id, b.id]).toEqual([first, second]);
    expect(causes.join('\n')).toMatch(/trigger: .*\nposition: .*\nconfiguration: /);
    expect(tokens.change).toBe(tokens.b - tokens.a);
  });

  test('is for those who may read the context', async () => {
    const { secret } = await operator.createKey({ participant: { kind: 'user', id: 'walter' }, role: 'writer' });
    const walter = new Crumbtrail({ url: stack.api.url, key: secret }).contexts;
    const all = [walter.replay(first), walter.replan(first), walter.whatIf(first, [500]), walter.diff(first, first)];
    for (const one of await Promise.allSettled(all))
      expect(one.status === 'rejected' && isApiError(one.reason, 404)).toBe(true);
  });

  test('and a preview, a replay, a replan and a what-if write nothing', async () => {
    const { head } = await operator.status();
    for (const format of ['markdown', 'lmml', 'messages', 'turn'] as const)
      await operator.contexts.preview({ agent: 'assistant', session, content: 'Which port?', config: { format } });
    await operator.contexts.replay(first);
    await operator.contexts.replan(first, { config: { sources: [{ type: 'hybrid', scope: 'workspace' }] } });
    await operator.contexts.whatIf(first, [100, 1000]);
    expect((await operator.status()).head).toBe(head);
  });

  test('takes six queries at most, whatever the sources', async () => {
    const wide = (['hybrid', 'text', 'vector'] as const).map((type) => ({ type, scope: 'workspace' as const }));
    const queries = async (content: string): Promise<number> => {
      const sources = [{ type: 'recent' as const }, ...wide];
      return (await operator.contexts.preview({ agent: 'assistant', session, content, config: { sources } })).queries;
    };
    expect(await queries('Which dashboards have certificates?')).toBeLessThanOrEqual(6);
    expect(await queries('Which certificates have dashboards?')).toBeLessThanOrEqual(6);
  });

  test('names what was erased since, and shows none of it', async () => {
    const certificate = said[1] as Ref;
    const kept = (await operator.contexts.explain(first)).items.filter(({ decision }) => decision === 'kept');
    const quoted = kept.find((item) => item.id === certificate.id) ?? kept[0];
    const crumb = await operator.get(quoted?.id ?? '');
    await operator.erase(crumb.id, crumb.version);
    const reply = await operator.contexts.replay(first);
    expect(reply).toMatchObject({ identical: false, formatted_context: null });
    expect(reply.erased.map((piece) => piece.id)).toContain(crumb.id);
  });
});
