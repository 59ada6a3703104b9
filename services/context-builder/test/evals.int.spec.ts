import { EvalCase, Retrieve, unpackAccount, type AgentContextV1, type Envelope } from '@crumbtrail/contracts';
import {
  Counterfactual,
  RunCase,
  type CaseRun,
  type CounterfactualReply,
  type CounterfactualRequest,
  type RunCaseRequest,
} from '@crumbtrail/contracts/operations/evals';
import { ASSISTANT } from './crumbs';
import { useBuilder } from './use-builder';

const running = useBuilder();

const PORT = 'The port of the kitchen server is 8443.';
const talk = Array.from({ length: 12 }, (_, n) => ({
  text: `Nobody painted the garden fence of house ${n} in the year ${1900 + n}, as far as the neighbours know.`,
}));

const answer = async (question: string): Promise<Envelope<AgentContextV1>> =>
  running.scene.contextFor(await running.scene.openTurn(await running.scene.say(question)));

/** Pins what a context must keep, as the gateway writes it. */
function pin({ id, trail_id }: Envelope, ids: readonly string[]): Promise<Envelope> {
  const must_have = ids.map((one) => ({ id: one, version: 1 }));
  const context = { context_id: id, trail_id, agent: 'assistant', chosen_by: 'caller', must_have };
  return running.store.create(running.scene.workspace, { schema_name: EvalCase.name, context });
}

async function run(
  { id }: Envelope,
  overrides: Omit<RunCaseRequest, 'case'> = {},
  key = running.store.operatorKey(running.scene.workspace),
): Promise<CaseRun> {
  const gateway = await running.store.as('gateway', running.scene.workspace, { key });
  return gateway.request(RunCase, { case: id, ...overrides });
}

const stages = ({ lost }: CaseRun): (string | undefined)[][] => lost.map(({ id, stage }) => [id, stage]);

describe('a pinned case', () => {
  it('passes with the settings of its context, and names the stage that loses a breadcrumb with others', async () => {
    const better = { text: 'Which port has the kitchen server?' };
    const [port = ''] = await running.scene.import([{ text: PORT }, better, ...talk]);
    const pinned = await pin(await answer('Say: which port has the kitchen server?'), [port]);
    expect(await run(pinned)).toMatchObject({ outcome: 'passed', lost: [], must_have: 1 });
    const floor = { config: { sources: [{ type: 'text' as const, floor: 1 }], recent_exchanges: 0 } };
    const limited = { config: { sources: [{ type: 'recent' as const, limit: 1 }], recent_exchanges: 0 } };
    const runs = [
      await run(pinned, { budget: { max_tokens: 64 } }),
      await run(pinned, floor),
      await run(pinned, limited),
    ];
    expect(runs.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed']);
    expect(runs.map(stages)).toEqual([[[port, 'over_budget']], [[port, 'below_floor']], [[port, 'never_considered']]]);
    const { because, change } = runs[0]?.lost[0] ?? {};
    expect(because).toMatch(/^Considered and left out: over budget .*Smallest change: /);
    expect(await run(pinned, { budget: change?.budget ?? { max_tokens: 64 } })).toMatchObject({ outcome: 'passed' });
  });

  it('is built with the definition and configuration of today, and nothing is stored', async () => {
    const [port = ''] = await running.scene.import([{ text: PORT }, ...talk]);
    const pinned = await pin(await answer('Which port has the kitchen server?'), [port]);
    const before = running.scene.sentContexts().length;
    await running.scene.configure({ sources: [{ type: 'recent', limit: 1 }], recent_exchanges: 0 });
    expect(stages(await run(pinned))).toEqual([[port, 'never_considered']]);
    expect(running.scene.sentContexts()).toHaveLength(before);
  });

  it('says that a breadcrumb, or the message itself, was erased, and does not fail for it', async () => {
    const [port = '', other = ''] = await running.scene.import([
      { text: PORT },
      { text: 'The kitchen server is red.' },
    ]);
    const message = await running.scene.say('Which port has the kitchen server?');
    const context = await running.scene.contextFor(await running.scene.openTurn(message));
    const pinned = await pin(context, [port, other]);
    await running.store.erase({ id: port, version: 1, workspace: running.scene.workspace } as Envelope);
    const withErased = await run(pinned);
    expect(withErased).toMatchObject({ outcome: 'erased', must_have: 2 });
    expect(withErased.lost).toMatchObject([
      { id: port, stage: 'erased', because: expect.stringMatching(/^It was erased/) },
    ]);
    await running.store.erase(message);
    expect(await run(pinned)).toMatchObject({
      outcome: 'erased',
      lost: [],
      because: expect.stringContaining(message.id),
    });
  });

  it('tells a caller nothing of a breadcrumb that the caller may not read', async () => {
    const [secret = ''] = await running.scene.import([
      { text: 'The blue boat is for Bob alone.', audience: ['user:bob'] },
    ]);
    const context = await answer('Where is the boat?');
    const pinned = await pin(context, [secret]);
    const unknown = await pin(context, ['00000000-0000-7000-8000-000000000001']);
    const key = await running.scene.createKey(ASSISTANT);
    await expect(run(pinned, {}, key)).rejects.toMatchObject({ code: 'not_found' });
    const shared = async (ids: readonly string[]) => {
      const must_have = ids.map((one) => ({ id: one, version: 1 }));
      const content = { context_id: context.id, trail_id: context.trail_id, agent: 'assistant', chosen_by: 'caller' };
      const draft = { schema_name: EvalCase.name, audience: 'all' as const, context: { ...content, must_have } };
      return running.store.create(running.scene.workspace, draft);
    };
    const hide = ({ lost }: CaseRun) =>
      lost.map(({ id, because, ...rest }) => ({ ...rest, id: '', said: because.replace(id, '') }));
    const hidden = await run(await shared([secret]), {}, key);
    const missing = await run(await shared(['00000000-0000-7000-8000-000000000001']), {}, key);
    expect(hidden.lost[0]?.stage).toBe('not_found');
    expect(JSON.stringify(hide(hidden)).replaceAll(secret, '')).toBe(
      JSON.stringify(hide(missing)).replaceAll('00000000-0000-7000-8000-000000000001', ''),
    );
    expect(stages(await run(unknown))).toEqual([['00000000-0000-7000-8000-000000000001', 'not_found']]);
    expect(stages(await run(pinned))).toEqual([[secret, 'never_considered']]);
  });

  it('is refused in one sentence where it is no case, was erased, or a setting is wrong', async () => {
    const [port = ''] = await running.scene.import([{ text: PORT }]);
    const context = await answer('Which port has the kitchen server?');
    expect(unpackAccount(context.context.account).map(({ id }) => id)).toContain(port);
    await expect(run(context)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/crumb trail pin/),
    });
    const pinned = await pin(context, [port]);
    await expect(run(pinned, { budget: { max_tokens: 1 } })).rejects.toMatchObject({ code: 'invalid_payload' });
    await running.store.erase(pinned);
    await expect(run(pinned)).rejects.toMatchObject({ code: 'erased' });
  });
});

const RENT = `My rent in Lisbon is 1,240 euros a month, ${'and the landlord wants it on the first day of each month, '.repeat(5)}he says.`;

/** An answer that rests on the rent, and its context. */
async function groundedAnswer(): Promise<{ context: Envelope<AgentContextV1>; rent: string }> {
  const [rent = ''] = await running.scene.import([{ text: RENT }, ...talk]);
  const turn = await running.scene.openTurn(await running.scene.say('What is the rent of the flat in Lisbon?'));
  const context = await running.scene.contextFor(turn);
  await running.scene.groundingOf(await running.scene.answer(turn, 'You pay 1240 euros a month in Lisbon.'));
  return { context, rent };
}

async function suppose(
  { id }: Envelope,
  settings: Omit<CounterfactualRequest, 'context'>,
  key = running.store.operatorKey(running.scene.workspace),
): Promise<CounterfactualReply> {
  const gateway = await running.store.as('gateway', running.scene.workspace, { key });
  return gateway.request(Counterfactual, { context: id, ...settings });
}

describe('a counterfactual', () => {
  it('fits the account into another budget without a search, and names what the answer was grounded on and loses', async () => {
    const { context, rent } = await groundedAnswer();
    const searches = running.store.requests(Retrieve, running.scene.workspace).length;
    expect(await suppose(context, { budget: { max_tokens: 64 } })).toMatchObject({
      outcome: 'loses',
      grounded: 1,
      lost: [{ id: rent, stage: 'over_budget' }],
    });
    const { max_tokens } = context.context.budget;
    expect(await suppose(context, { budget: { max_tokens } })).toMatchObject({
      outcome: 'keeps',
      lost: [],
      tokens: context.context.tokens.total,
    });
    expect(running.store.requests(Retrieve, running.scene.workspace)).toHaveLength(searches);
  });

  it('builds the context again with another config, and the rest as recorded', async () => {
    const { context, rent } = await groundedAnswer();
    await running.scene.configure({ sources: [{ type: 'recent', limit: 1 }], recent_exchanges: 0 });
    expect(await suppose(context, { config: { recent_exchanges: 1 } })).toMatchObject({ outcome: 'keeps' });
    const config = { sources: [{ type: 'recent' as const, limit: 1 }], recent_exchanges: 0 };
    expect((await suppose(context, { config })).lost).toMatchObject([{ id: rent, stage: 'never_considered' }]);
  });

  it('is no loss where the breadcrumb was erased, unknown where the message was, and ungrounded without a grounding', async () => {
    const { context, rent } = await groundedAnswer();
    await running.store.erase({ id: rent, version: 1, workspace: running.scene.workspace } as Envelope);
    const budget = { budget: { max_tokens: 4_000 } };
    expect(await suppose(context, budget)).toMatchObject({ outcome: 'keeps', lost: [{ id: rent, stage: 'erased' }] });
    await running.store.erase({ ...context.context.trigger, workspace: running.scene.workspace } as Envelope);
    const unknown = await suppose(context, budget);
    expect(unknown).toMatchObject({ outcome: 'unknown', because: expect.stringMatching(/erased/) });
    const other = await answer('Hello there!');
    expect(await suppose(other, budget)).toMatchObject({ outcome: 'ungrounded', grounded: 0 });
  });

  it('is no loss where a duplicate that is kept says the same', async () => {
    const recent = (limit: number) => ({ sources: [{ type: 'recent' as const, limit }], recent_exchanges: 0 });
    const found = { sources: [{ type: 'text' as const, limit: 1 }], recent_exchanges: 0 };
    const [rent] = await running.scene.import([{ text: `Hello, ${RENT}` }]);
    await running.scene.import([{ text: RENT }]);
    await running.scene.configure(found);
    const turn = await running.scene.openTurn(
      await running.scene.say('Hello, what is the rent of the flat in Lisbon?'),
    );
    const context = await running.scene.contextFor(turn);
    await running.scene.groundingOf(await running.scene.answer(turn, 'You pay 1240 euros a month in Lisbon.'));
    expect(await suppose(context, { config: recent(6) })).toMatchObject({
      outcome: 'keeps',
      lost: [{ id: rent, stage: 'duplicate_of' }],
    });
  });

  it('is refused for those who may not read the context, without a setting, and with one that is wrong', async () => {
    const { context } = await groundedAnswer();
    await expect(suppose(context, { budget: { max_tokens: 500 } }, running.scene.userKey)).rejects.toMatchObject({
      code: 'not_found',
    });
    for (const wrong of [{}, { budget: { max_tokens: 1 } }, { config: { recent_exchanges: -1 } }])
      await expect(suppose(context, wrong)).rejects.toMatchObject({ code: 'invalid_payload' });
  });
});
