import { Bus } from '@crumbtrail/bus';
import {
  contextId,
  Diff,
  Preview,
  Replan,
  Replay,
  sha256,
  UserMessage,
  WhatIf,
  type Operation,
  type Identity,
} from '@crumbtrail/contracts';
import { createLogger, type RunningService } from '@crumbtrail/platform';
import { eventually, natsServer, type TestNats } from '@crumbtrail/testing';
import { ASSISTANT, candidate, id } from './crumbs';
import { config, DEFINITION, envelope, session, TRIGGER } from './in-memory-reader';
import { ScriptedStore } from './scripted-store';
import { startBuilder } from './service';

let nats: TestNats;
let store: ScriptedStore;
let gateway: Bus;
let service: RunningService;

const ann: Identity = { workspace: 'default', participant: { kind: 'user', id: 'ann' }, role: 'writer', key_id: 'k1' };
const operator: Identity = { ...ann, participant: { kind: 'operator', id: 'root' }, role: 'operator', key_id: 'k2' };

beforeAll(async () => {
  nats = await natsServer();
  store = await ScriptedStore.open(nats);
  store.identities.set('anns', ann).set('operators', operator);
  gateway = await Bus.connect({ ...nats.as('gateway'), logger: createLogger('gateway', 'silent') });
  service = await startBuilder(nats);
});
afterAll(async () => {
  await service?.close();
  await Promise.all([store?.close(), gateway?.drain()]);
  await nats?.stop();
});

const talk = Array.from({ length: 31 }, (_, n) =>
  candidate(n + 1, `And now the port of server ${n + 1} is ${8000 + n * 3}.`, n % 2 === 0 ? {} : { author: ASSISTANT }),
);

beforeEach(() => {
  store.candidates = [...talk];
  store.erased.clear();
  for (const crumb of [DEFINITION, TRIGGER]) store.crumbs.set(crumb.id, crumb);
  store.crumbs.delete(config({}).id);
});

const soon = { withinMs: 10_000 };

/** Opens a turn and waits for its context; gives the context's id. */
async function answered(over: Parameters<ScriptedStore['open']>[0] = {}): Promise<string> {
  const turn = await store.open(over);
  const context = contextId('default', turn.id);
  await eventually(() => store.crumbs.has(context) || null, soon);
  return context;
}

const asked = <Q, R>(what: Operation<Q, R>, request: Q, key = 'operators'): Promise<R> =>
  gateway.request(what, 'default', request, { key });

describe('a recorded context', () => {
  it('is replayed byte-identically after its configuration, definition and session changed, without a search', async () => {
    store.crumbs.set(session([]).id, session([{ kind: 'user', id: 'user', name: 'Ann' }]));
    const context = await answered();
    const changed = config({ format: 'lmml', budget: { max_tokens: 100 } });
    store.crumbs.set(changed.id, changed);
    const before = store.retrievals.length;
    const reply = await asked(Replay, { context });
    expect(reply).toMatchObject({ context, identical: true, erased: [], differs: [] });
    expect(reply.formatted_context).toBe(store.textOf(context));
    expect(reply.hash).toBe(`sha256:${sha256(store.textOf(context))}`);
    expect(store.retrievals).toHaveLength(before);
    store.crumbs.delete(session([]).id);
  });

  it('is not replayed after an erasure, and the erased breadcrumb is named', async () => {
    const context = await answered();
    store.erased.add(id(31));
    const reply = await asked(Replay, { context });
    expect(reply).toMatchObject({ identical: false, formatted_context: null, erased: [{ id: id(31), version: 1 }] });
  });

  it('is replanned with the configuration of today, with all differences and their causes', async () => {
    const context = await answered();
    const changed = config({ budget: { max_tokens: 200 } });
    store.crumbs.set(changed.id, changed);
    const commits = store.commits.length;
    const { preview, diff } = await asked(Replan, { context });
    expect(preview.budget.cap).toBe(200);
    expect(preview.position).toBe(60);
    expect(diff.removed.length).toBeGreaterThan(0);
    expect(diff.removed[0]?.cause).toMatch(/^over budget: \d+ tokens, \d+ left$/);
    expect(diff.causes.join('\n')).toMatch(
      /configuration: .* then .*version 3\)\nbudget: 4000 tokens, then 200 tokens/,
    );
    expect(store.commits).toHaveLength(commits);
  });

  it('has no differences when replanned without a change', async () => {
    const context = await answered();
    const { diff } = await asked(Replan, { context });
    expect(diff).toMatchObject({ added: [], removed: [], moved: [], reworded: [], causes: [], tokens: { change: 0 } });
  });

  it('is replanned at another position and budget, and an invalid config is refused', async () => {
    const context = await answered();
    const { preview } = await asked(Replan, { context, as_of: 55, budget: { max_tokens: 300 } });
    expect([preview.position, preview.budget.max_tokens]).toEqual([55, 300]);
    expect(store.retrievals.at(-1)?.request).toMatchObject({ as_of: 55, trigger: { id: TRIGGER.id } });
    const bad = { context, config: { format: 'xml' } } as never;
    await expect(asked(Replan, bad)).rejects.toThrow(/The requested config is not valid: \/format/);
  });

  it('is simulated with other budgets without a search', async () => {
    const wide = config({ sources: [{ type: 'recent', limit: 31 }, { type: 'hybrid' }], budget: { max_tokens: 150 } });
    store.crumbs.set(wide.id, wide);
    const context = await answered();
    const before = store.retrievals.length;
    const { recorded, budgets } = await asked(WhatIf, { context, budgets: [1000, 150] });
    expect(budgets.map(({ max_tokens }) => max_tokens)).toEqual([150, 1000]);
    expect(budgets[0]).toMatchObject({ tokens: recorded.tokens, kept: recorded.kept, enters: [], leaves: [] });
    expect(budgets[1]?.enters.length).toBeGreaterThan(2);
    expect(store.retrievals).toHaveLength(before);
    await expect(asked(WhatIf, { context, budgets: [1] })).rejects.toThrow(/whole number of tokens from 64/);
  });

  it('is compared with another one', async () => {
    const first = await answered();
    store.candidates = [...talk, candidate(40, 'And now there is a server 40.')];
    const second = await answered({ as_of: 70 });
    const { a, b, added, causes } = await asked(Diff, { a: first, b: second });
    expect([a.id, b.id]).toEqual([first, second]);
    expect(added.map(({ item, cause }) => [item.id, cause])).toContainEqual([id(40), 'was not a candidate']);
    expect(causes).toEqual(['position: 60, then 70']);
  });

  it('is not found for a key that may not read it, by any operation', async () => {
    const context = await answered();
    const all = [
      asked(Replay, { context }, 'anns'),
      asked(Replan, { context }, 'anns'),
      asked(WhatIf, { context, budgets: [500] }, 'anns'),
      asked(Diff, { a: context, b: context }, 'anns'),
    ];
    for (const one of all) await expect(one).rejects.toMatchObject({ code: 'not_found' });
    await expect(asked(Replay, { context: TRIGGER.id })).rejects.toThrow(/is not a context but user\.message/);
  });
});

describe('a build', () => {
  it('makes at most six queries, for 31 candidates as for three', async () => {
    const queries = async (count: number): Promise<number> => {
      store.candidates = talk.slice(0, count);
      const [reads, retrievals] = [store.reads.length, store.retrievals.length];
      const context = await answered();
      expect([store.reads.length - reads, store.retrievals.length - retrievals]).toEqual([2, 1]);
      return store.crumbs.get(context)?.context['queries'] as number;
    };
    const [many, few] = [await queries(31), await queries(3)];
    expect(many).toBe(few);
    expect(many).toBeLessThanOrEqual(6);
  });

  it('publishes one context for each of two concurrent turns of an agent', async () => {
    const another = envelope(UserMessage, { content: 'And then?' }, { id: id(1001), session: 'demo', position: 41 });
    store.crumbs.set(another.id, another);
    const [one, other] = await Promise.all([answered(), answered({ trigger: { id: another.id, version: 1 } })]);
    expect(one).not.toBe(other);
    expect(store.textOf(one).slice(-60)).toMatch(/User: And now\?$/);
    expect(store.textOf(other).slice(-60)).toMatch(/User: And then\?$/);
  });
});

describe('a preview', () => {
  it.each(['markdown', 'lmml', 'messages', 'turn'] as const)(
    'has the format %s and publishes nothing',
    async (format) => {
      const commits = store.commits.length;
      const request = {
        agent: 'assistant',
        session: 'demo',
        content: 'Which port now?',
        config: { format },
        as_of: 50,
      };
      const reply = await asked(Preview, request);
      expect(reply.position).toBe(50);
      expect(reply.formatted_context).toContain('Which port now?');
      expect(reply.messages?.at(-1)?.content.includes('Which port now?') ?? format !== 'messages').toBe(true);
      expect(reply.milliseconds?.total).toBeGreaterThanOrEqual(reply.milliseconds?.retrieve ?? Infinity);
      expect(store.commits).toHaveLength(commits);
    },
  );
});
