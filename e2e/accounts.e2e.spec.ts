import {
  AgentContext,
  AnswerGrounding,
  ContextConfig,
  Session,
  singletonId,
  UserMessage,
  type AgentContextV1,
  type Ref,
} from '@crumbtrail/contracts';
import { Crumbtrail, isApiError } from '@crumbtrail/client';
import { useScript, useStack } from './support/fixture';
import { echo } from './support/conversations';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { createTestWorkspace, type TestWorkspace } from './support/test-workspace';

const SESSION = 'ops';
const HISTORY = [
  ['The dashboard runs on port 8443 since Monday.', '2026-03-02T09:00:00.000Z'],
  ['The certificate of the dashboard is renewed by the night job.', '2026-03-03T09:00:00.000Z'],
  ['Lunch is at noon on Friday.', '2026-03-04T09:00:00.000Z'],
  ['The port of the metrics endpoint is 9464.', '2026-03-05T09:00:00.000Z'],
] as const;

const stack = useStack({ services: WITHOUT_TOOLS });
useScript(stack, echo);

const messages = (all: readonly (readonly [content: string, occurred_at?: string])[], session = SESSION) =>
  all.map(([content, occurred_at]) => ({
    schema_name: UserMessage.name,
    session,
    context: { content },
    ...(occurred_at === undefined ? {} : { occurred_at }),
  }));

/** Asks a question, waits for its answer, and returns the id of the context that the answer was based on. */
async function askQuestion({ conversations }: TestWorkspace, content: string): Promise<string> {
  const message = await conversations.say(SESSION, content);
  const [end] = await conversations.waitForTurns([message]);
  const contexts = await conversations.listCrumbs<AgentContextV1>(AgentContext.name, SESSION);
  return contexts.find(({ context }) => context.turn.id === end?.turn.id)?.id ?? '';
}

/** A question that was answered in a separate workspace. */
interface AnsweredQuestion extends TestWorkspace {
  /** The messages before it, oldest first. */
  readonly history: readonly Ref[];
  /** The id of the context that the answer was based on. */
  readonly contextId: string;
}

async function answeredQuestion(): Promise<AnsweredQuestion> {
  const workspace = await createTestWorkspace(stack);
  const history = await workspace.client.appendBatch(messages(HISTORY), { imported: true });
  const contextId = await askQuestion(workspace, 'Which port does the dashboard run on?');
  return { ...workspace, history, contextId };
}

/** Changes how contexts are built: the configuration, the definition and the names of participants. */
async function changeSettings({ client, name }: AnsweredQuestion): Promise<void> {
  const members = [{ kind: 'agent', id: 'assistant', name: 'Renamed' }];
  await client.append({ schema_name: Session.name, context: { name: SESSION, members } });
  const settings = { consumer: 'assistant', format: 'lmml', budget: { max_tokens: 300 } };
  await client.append({ schema_name: ContextConfig.name, context: settings });
  const definition = await client.get(singletonId(name, 'agent', 'assistant'));
  const context = { ...definition.context, prompt: 'Answer in verse.' };
  await client.change(definition.id, definition.version, { context });
}

/** Changes what a context could hold: a quoted message, and the statistics of the workspace. */
async function changeMessages({ client, history }: AnsweredQuestion): Promise<void> {
  const port = history[0] as Ref;
  await client.change(port.id, port.version, { context: { content: 'The dashboard runs on port 1 now.' } });
  const more = Array.from(
    { length: 40 },
    (_, n) => [`Dashboard port talk number ${n}, of ports and dashboards.`] as const,
  );
  await client.appendBatch([...messages(more), ...messages(more, 'elsewhere')], { imported: true });
}

describe('the context of an answered message', () => {
  test('shows the billed tokens beside the counted ones', async () => {
    const { client, contextId } = await answeredQuestion();
    const { billed } = await client.contexts.explain(contextId);
    expect(billed?.counted).toBeGreaterThan(0);
    expect(billed?.drift).toBeCloseTo((billed?.billed ?? 0) / (billed?.counted ?? 1) - 1, 3);
  });

  test('is replayed byte for byte after configuration, definition, names, statistics and messages have changed', async () => {
    const question = await answeredQuestion();
    const { client, contextId } = question;
    const { formatted_context: text } = await client.contexts.explain(contextId);
    await changeSettings(question);
    await changeMessages(question);
    const reply = await client.contexts.replay(contextId);
    expect(reply).toMatchObject({ identical: true, erased: [], differs: [] });
    expect(reply.formatted_context).toBe(text);
    expect(text).toContain('The dashboard runs on port 8443 since Monday.');
  });

  test("is replanned with today's settings, with every difference and its cause", async () => {
    const question = await answeredQuestion();
    const { client, contextId } = question;
    await changeSettings(question);
    await changeMessages(question);
    const { preview, diff } = await client.contexts.replan(contextId);
    expect(preview.formatted_context).toContain('<agent-context');
    expect(preview.budget.max_tokens).toBe(300);
    const causes = diff.causes.map((cause) => cause.split(':')[0]);
    expect(causes).toEqual(expect.arrayContaining(['configuration', 'definition', 'budget', 'renderer', 'format']));
    expect(causes).not.toContain('position');
    expect([diff.a.id, diff.b.id]).toEqual([contextId, undefined]);
    const home = new Crumbtrail({ url: stack.api.url, key: stack.key });
    const { diff: now } = await client.contexts.replan(contextId, { as_of: (await home.status()).head });
    expect(now.reworded.concat(now.added as never).length).toBeGreaterThan(0);
    expect(now.causes.join()).toContain('position: ');
  });

  test('lists what other budgets would have included', async () => {
    const { client, contextId } = await answeredQuestion();
    const { recorded, budgets } = await client.contexts.whatIf(contextId, [4000, 64]);
    const [least, same] = budgets;
    expect(same).toMatchObject({ tokens: recorded.tokens, enters: [], leaves: [] });
    expect(least?.leaves.length).toBeGreaterThan(0);
    expect(least?.tokens).toBeLessThanOrEqual(64);
  });

  test('is compared with another context', async () => {
    const question = await answeredQuestion();
    const { client, contextId } = question;
    await changeSettings(question);
    const second = await askQuestion(question, 'And which port have the metrics?');
    const { a, b, causes, tokens } = await client.contexts.diff(contextId, second);
    expect([a.id, b.id]).toEqual([contextId, second]);
    expect(causes.join('\n')).toMatch(/trigger: .*\nposition: .*\nconfiguration: /);
    expect(tokens.change).toBe(tokens.b - tokens.a);
  });

  test('returns not found to people who may not read it', async () => {
    const { client, contextId } = await answeredQuestion();
    const { secret } = await client.createKey({ participant: { kind: 'user', id: 'walter' }, role: 'writer' });
    const walter = new Crumbtrail({ url: stack.api.url, key: secret }).contexts;
    const requests = [
      walter.replay(contextId),
      walter.replan(contextId),
      walter.whatIf(contextId, [500]),
      walter.diff(contextId, contextId),
    ];
    for (const one of await Promise.allSettled(requests))
      expect(one.status === 'rejected' && isApiError(one.reason, 404)).toBe(true);
  });

  test('is previewed, replayed, replanned and simulated without writing anything', async () => {
    const { client, contextId } = await answeredQuestion();
    const home = new Crumbtrail({ url: stack.api.url, key: stack.key });
    const { head } = await home.status();
    for (const format of ['markdown', 'lmml', 'messages', 'turn'] as const)
      await client.contexts.preview({
        agent: 'assistant',
        session: SESSION,
        content: 'Which port?',
        config: { format },
      });
    await client.contexts.replay(contextId);
    await client.contexts.replan(contextId, { config: { sources: [{ type: 'hybrid', scope: 'workspace' }] } });
    await client.contexts.whatIf(contextId, [100, 1000]);
    const written: string[] = [];
    for await (const { position, schema_name } of client.all()) if (position > head) written.push(schema_name);
    // What the answer rests on is recorded after its turn, whatever is done meanwhile.
    expect(written.filter((name) => name !== AnswerGrounding.name)).toEqual([]);
  });

  test('lists what the source `trail` offered, newest cause first, and which of it was selected, once a config has that source', async () => {
    const { client, conversations } = await createTestWorkspace(stack);
    const settings = { sources: [{ type: 'trail', limit: 3 }], recent_exchanges: 0, budget: { max_tokens: 64 } };
    await client.append({ schema_name: ContextConfig.name, context: { consumer: 'assistant', ...settings } });
    const follow = async (content: string, cause?: Ref): Promise<Ref> => {
      const drafts = messages([[content]], 'elsewhere').map((draft) => ({
        ...draft,
        ...(cause && { cause: { id: cause.id } }),
      }));
      return (await client.appendBatch(drafts, { imported: true }))[0] as Ref;
    };
    const root = await follow('Zoe opened the incident about the dashboard.');
    const oldest = await follow(`The certificate expired: ${'somebody has to renew it by hand. '.repeat(3)}`, root);
    const middle = await follow('Ann renewed the certificate on Monday at 9:00.', oldest);
    const newest = await follow('Bob restarted the proxy on port 8443.', middle);
    await client.appendBatch(messages([['Lunch is at noon on Friday.']]), { imported: true });
    const [question] = messages([['Is it fixed now?']]);
    const { id } = await conversations.append({ ...question, cause: { id: newest.id } });
    await conversations.waitForTurns([{ id, session: SESSION, content: 'Is it fixed now?' }]);
    const [built] = await conversations.listCrumbs(AgentContext.name, SESSION);
    const { items, formatted_context: text } = await client.contexts.explain(built?.id ?? '');
    const offered = [...items].sort((a, b) => a.rank - b.rank);
    expect(offered.map((item) => [item.id, item.source, item.decision])).toEqual([
      [newest.id, 'trail', 'kept'],
      [middle.id, 'trail', 'kept'],
      [oldest.id, 'trail', 'over_budget'],
    ]);
    expect(text).toMatch(/Ann renewed the certificate .*\n.*Bob restarted the proxy/);
    expect(text).not.toMatch(/Lunch|Zoe|expired/);
  });

  test('is previewed with at most six queries, whatever its sources', async () => {
    const { client } = await answeredQuestion();
    const wide = (['hybrid', 'text', 'vector'] as const).map((type) => ({ type, scope: 'workspace' as const }));
    const queries = async (content: string): Promise<number> => {
      const sources = [{ type: 'recent' as const }, ...wide];
      const request = { agent: 'assistant', session: SESSION, content, config: { sources } };
      return (await client.contexts.preview(request)).queries;
    };
    expect(await queries('Which dashboards have certificates?')).toBeLessThanOrEqual(6);
    expect(await queries('Which certificates have dashboards?')).toBeLessThanOrEqual(6);
  });

  test('holds its text for everybody who reads the record, by id, in a list or in the stream, until a crumb that it quotes is erased', async () => {
    const { client, contextId } = await answeredQuestion();
    const { formatted_context: text, items } = await client.contexts.explain(contextId);
    const readers = {
      get: async () => (await client.get(contextId)).context['formatted_context'],
      list: async () => {
        const { breadcrumbs } = await client.list({ schema: AgentContext.name });
        return breadcrumbs.find(({ id }) => id === contextId)?.context['formatted_context'];
      },
      stream: async () => {
        for await (const item of client.events({ schemas: [AgentContext.name], cursor: 'start' })) {
          if (item.type === 'event' && item.event.id === contextId)
            return item.event.crumb?.context['formatted_context'];
          if (item.type === 'complete') return undefined;
        }
        return undefined;
      },
    };
    for (const read of Object.values(readers)) expect(await read()).toBe(text);
    const quoted = await client.get(items.find(({ decision }) => decision === 'kept')?.id ?? '');
    await client.erase(quoted.id, quoted.version);
    for (const read of Object.values(readers)) expect(await read()).toBeUndefined();
  });

  test('lists the ids of the crumbs that were erased since, and shows none of their text', async () => {
    const { client, contextId, history } = await answeredQuestion();
    const certificate = history[1] as Ref;
    const kept = (await client.contexts.explain(contextId)).items.filter(({ decision }) => decision === 'kept');
    const quoted = kept.find((item) => item.id === certificate.id) ?? kept[0];
    const crumb = await client.get(quoted?.id ?? '');
    await client.erase(crumb.id, crumb.version);
    const reply = await client.contexts.replay(contextId);
    expect(reply).toMatchObject({ identical: false, formatted_context: null });
    expect(reply.erased.map((piece) => piece.id)).toContain(crumb.id);
  });
});
