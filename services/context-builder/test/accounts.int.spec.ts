import {
  AgentResponse,
  Commit,
  Preview,
  Read,
  Retrieve,
  sha256,
  type AgentContextV1,
  type Envelope,
  type Operation,
} from '@crumbtrail/contracts';
import { Diff, Replan, Replay, WhatIf } from '@crumbtrail/contracts/operations/recorded-contexts';
import { ASSISTANT } from './crumbs';
import { useBuilder } from './use-builder';

const running = useBuilder();

const talk = Array.from({ length: 31 }, (_, n) => ({
  text: `And now the port of server ${n + 1} is ${8000 + n * 3}.`,
  ...(n % 2 === 0 ? {} : { author: ASSISTANT, schema_name: AgentResponse.name }),
}));

/** A turn on the message "And now?", after the talk, and its context. */
interface AnsweredTurn {
  readonly imported: readonly string[];
  readonly trigger: Envelope;
  readonly turn: Envelope;
  readonly context: Envelope<AgentContextV1>;
}

async function openAfterTalk(): Promise<AnsweredTurn> {
  const imported = await running.scene.import(talk);
  const trigger = await running.scene.say('And now?');
  const turn = await running.scene.openTurn(trigger);
  return { imported, trigger, turn, context: await running.scene.contextFor(turn) };
}

/** Sends a request to the builder as the gateway, by default for the operator. */
async function request<Q, R>(
  operation: Operation<Q, R>,
  body: Q,
  key = running.store.operatorKey(running.scene.workspace),
): Promise<R> {
  const gateway = await running.store.bus('gateway');
  return gateway.request(operation, running.scene.workspace, body, { key });
}

/** The number of requests of one kind that the builder sent to the running.store. */
const sent = <Q, R>(operation: Operation<Q, R>): number =>
  running.store.requests(operation, running.scene.workspace).filter(({ from }) => from === 'context-builder').length;

describe('a recorded context', () => {
  it('is replayed byte-identically after its configuration, definition and session changed, without a search', async () => {
    await running.scene.setMembers([{ kind: 'user', id: 'user', name: 'Ann' }]);
    const { context } = await openAfterTalk();
    await running.scene.configure({ format: 'lmml', budget: { max_tokens: 100 } });
    await running.scene.redefine({ prompt: 'Be brief.' });
    await running.scene.setMembers([{ kind: 'user', id: 'user', name: 'Bea' }]);
    const before = sent(Retrieve);
    const reply = await request(Replay, { context: context.id });
    const text = await running.scene.textBeside(context);
    expect(text).toContain('Ann: And now?');
    expect(reply).toMatchObject({ context: context.id, identical: true, erased: [], differs: [] });
    expect(reply.formatted_context).toBe(text);
    expect(reply.hash).toBe(`sha256:${sha256(text)}`);
    expect(sent(Retrieve)).toBe(before);
  });

  it('names people as they wrote, several of them with one key, and is replayed so', async () => {
    const names = ['Fahim Khan', 'José', '田中'];
    await running.scene.import(
      names.map((name) => ({
        text: `The favourite boat of ${name} is red.`,
        author: { kind: 'user', id: 'bridge', name },
      })),
    );
    const context = await running.scene.contextFor(
      await running.scene.openTurn(await running.scene.say('Whose boat is red?')),
    );
    const text = await running.scene.textBeside(context);
    for (const name of names) expect(text).toContain(`${name}: The favourite boat of ${name} is red.`);
    const { identical, formatted_context } = await request(Replay, { context: context.id });
    expect([identical, formatted_context]).toEqual([true, text]);
  });

  it('is not replayed after an erasure, and the erased breadcrumb is named', async () => {
    const { context, imported } = await openAfterTalk();
    const id = imported[30] ?? '';
    const operator = await running.store.asOperator(running.scene.workspace);
    await operator.commit({ writes: [{ op: 'erase', id, if_match: 1 }] });
    const reply = await request(Replay, { context: context.id });
    expect(reply).toMatchObject({ identical: false, formatted_context: null, erased: [{ id, version: 1 }] });
  });

  it('is replanned with the configuration of today, with all differences and their causes', async () => {
    const { context } = await openAfterTalk();
    await running.scene.configure({ budget: { max_tokens: 100 } });
    const commits = sent(Commit);
    const { preview, diff } = await request(Replan, { context: context.id });
    expect(preview.budget.cap).toBe(100);
    expect(preview.position).toBe(context.context.as_of);
    expect(diff.removed.length).toBeGreaterThan(0);
    expect(diff.removed[0]?.cause).toMatch(/^over budget: \d+ tokens, \d+ left$/);
    expect(diff.causes.join('\n')).toMatch(
      /configuration: .* then .*version 1\)\nbudget: 4000 tokens, then 100 tokens/,
    );
    expect(sent(Commit)).toBe(commits);
  });

  it('has no differences when replanned without a change', async () => {
    const { context } = await openAfterTalk();
    const { diff } = await request(Replan, { context: context.id });
    expect(diff).toMatchObject({ added: [], removed: [], moved: [], reworded: [], causes: [], tokens: { change: 0 } });
  });

  it('is replanned at another position and budget, and an invalid config is refused', async () => {
    const { context, trigger } = await openAfterTalk();
    const as_of = trigger.position - 5;
    const { preview } = await request(Replan, { context: context.id, as_of, budget: { max_tokens: 300 } });
    expect([preview.position, preview.budget.max_tokens]).toEqual([as_of, 300]);
    const { body } = running.store.requests(Retrieve, running.scene.workspace).at(-1) ?? {};
    expect(body).toMatchObject({ as_of, trigger: { id: trigger.id } });
    const bad = { context: context.id, config: { format: 'xml' } } as never;
    await expect(request(Replan, bad)).rejects.toThrow(/The requested config is not valid: \/format/);
  });

  it('is simulated with other budgets without a search', async () => {
    await running.scene.configure({
      sources: [{ type: 'recent', limit: 31 }, { type: 'hybrid' }],
      budget: { max_tokens: 150 },
    });
    const { id } = (await openAfterTalk()).context;
    const before = sent(Retrieve);
    const { recorded, budgets } = await request(WhatIf, { context: id, budgets: [1000, 150] });
    expect(budgets.map(({ max_tokens }) => max_tokens)).toEqual([150, 1000]);
    expect(budgets[0]).toMatchObject({ tokens: recorded.tokens, kept: recorded.kept, enters: [], leaves: [] });
    expect(budgets[1]?.enters.length).toBeGreaterThan(2);
    expect(sent(Retrieve)).toBe(before);
    await expect(request(WhatIf, { context: id, budgets: [1] })).rejects.toThrow(/whole number of tokens from 64/);
  });

  it('is compared with another one', async () => {
    const first = await openAfterTalk();
    await running.scene.stopTurn(first.turn);
    const [message] = await running.scene.import([{ text: 'And now there is a server 40.' }]);
    const second = await running.scene.contextFor(await running.scene.openTurn(first.trigger, 1));
    const { a, b, added, causes } = await request(Diff, { a: first.context.id, b: second.id });
    expect([a.id, b.id]).toEqual([first.context.id, second.id]);
    expect(added.map(({ item, cause }) => [item.id, cause])).toContainEqual([message, 'was not a candidate']);
    expect(causes).toEqual([`position: ${first.context.context.as_of}, then ${second.context.as_of}`]);
  });

  it('is not found for a key that may not read it, by any operation', async () => {
    const { context: recorded, trigger } = await openAfterTalk();
    const context = recorded.id;
    const all = [
      request(Replay, { context }, running.scene.userKey),
      request(Replan, { context }, running.scene.userKey),
      request(WhatIf, { context, budgets: [500] }, running.scene.userKey),
      request(Diff, { a: context, b: context }, running.scene.userKey),
    ];
    for (const one of all) await expect(one).rejects.toMatchObject({ code: 'not_found' });
    await expect(request(Replay, { context: trigger.id })).rejects.toThrow(/is not a context but user\.message/);
  });
});

describe('a build', () => {
  it('makes at most six queries, for 31 candidates as for three', async () => {
    const queries = async (session: string, count: number): Promise<number> => {
      await running.scene.import(talk.slice(0, count).map((message) => ({ ...message, session })));
      const message = await running.scene.say('And now?', session);
      const [reads, retrievals] = [sent(Read), sent(Retrieve)];
      const { context } = await running.scene.contextFor(await running.scene.openTurn(message));
      expect([sent(Read) - reads, sent(Retrieve) - retrievals]).toEqual([2, 1]);
      return context.queries ?? Infinity;
    };
    const [many, few] = [await queries('many', 31), await queries('few', 3)];
    // The store makes at most one query more, for words that it has not counted yet.
    expect(Math.abs(many - few)).toBeLessThanOrEqual(1);
    expect(Math.max(many, few)).toBeLessThanOrEqual(6);
  });

  it('publishes one context for each of two concurrent turns of an agent', async () => {
    const messages = [await running.scene.say('And now?', 'one'), await running.scene.say('And then?', 'other')];
    const turns = await Promise.all(messages.map((message) => running.scene.openTurn(message)));
    const contexts = await Promise.all(turns.map((turn) => running.scene.contextFor(turn)));
    const texts = await Promise.all(contexts.map((context) => running.scene.textBeside(context)));
    expect(contexts[0]?.id).not.toBe(contexts[1]?.id);
    expect(texts[0]).toMatch(/User: And now\?$/);
    expect(texts[1]).toMatch(/User: And then\?$/);
  });
});

describe('a preview', () => {
  it.each(['markdown', 'lmml', 'messages', 'turn'] as const)(
    'has the format %s and publishes nothing',
    async (format) => {
      await running.scene.import(talk);
      const { position } = await running.scene.say('And now?');
      const reply = await request(Preview, {
        agent: 'assistant',
        session: 'demo',
        content: 'Which port now?',
        config: { format },
        as_of: position - 1,
      });
      expect(reply.position).toBe(position - 1);
      expect(reply.formatted_context).toContain('Which port now?');
      expect(reply.messages?.at(-1)?.content.includes('Which port now?') ?? format !== 'messages').toBe(true);
      expect(reply.milliseconds?.total).toBeGreaterThanOrEqual(reply.milliseconds?.retrieve ?? Infinity);
      expect(sent(Commit)).toBe(0);
    },
  );
});
