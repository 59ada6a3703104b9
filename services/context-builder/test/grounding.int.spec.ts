import {
  AgentResponse,
  AnswerGrounding,
  DeadLetter,
  List,
  unpackAccount,
  UserMessage,
  type AnswerGroundingV1,
  type Envelope,
} from '@crumbtrail/contracts';
import type { RunningService } from '@crumbtrail/platform';
import { TestStore } from '@crumbtrail/testing';
import { Scene, startBuilder } from './builder-under-test';

let store: TestStore;
let scene: Scene;
const running: RunningService[] = [];

beforeAll(async () => {
  store = await TestStore.start();
  running.push(await startBuilder(store), await startBuilder(store));
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.close()));
  await store.stop();
});
beforeEach(async () => void (scene = await Scene.create(store)));

const RENT = 'My rent in Lisbon is 1,240 euros a month.';
const PORT = 'The staging server listens on port 8443.';
const QUESTION = 'What do I pay for the flat?';
const REPLY = 'You pay 1240 euros a month in Lisbon. Do you want to move?';

/** The assistant's answer to a message, once its context is there. */
async function answer(question: string, reply: string): Promise<{ turn: Envelope; response: Envelope }> {
  const turn = await scene.openTurn(await scene.say(question));
  await scene.contextFor(turn);
  return { turn, response: await scene.answer(turn, reply) };
}

/** The sentences of a reply with the ids that they rest on. */
const read = (reply: string, { sentences, sources }: AnswerGroundingV1) =>
  sentences.map(({ start, end, rests_on }) => [
    reply.slice(start, end),
    rests_on.map(({ source }) => sources[source]?.id),
  ]);

const records = () => store.crumbs(scene.workspace, AnswerGrounding.name);

describe('the grounding of a reply', () => {
  it('names for each sentence the breadcrumbs of its context that say it, and quotes nothing', async () => {
    const [rent] = await scene.import([{ text: RENT }, { text: PORT }]);
    const { response, turn } = await answer(QUESTION, REPLY);
    const grounding = await scene.groundingOf(response);
    const { context_id } = grounding.context;
    expect(read(REPLY, grounding.context)).toEqual([
      ['You pay 1240 euros a month in Lisbon.', [rent]],
      ['Do you want to move?', []],
    ]);
    expect([grounding.audience, context_id]).toEqual(['all', (await scene.contextFor(turn)).id]);
    expect(JSON.stringify(grounding)).not.toMatch(/lisbon|1240|1,240/i);
  });

  it('is no part of the trail and the session of its reply, and is never indexed', async () => {
    await scene.import([{ text: RENT }]);
    const { response } = await answer(QUESTION, REPLY);
    const grounding = await scene.groundingOf(response);
    expect([grounding.session, grounding.cause, grounding.trail_id]).toEqual([undefined, undefined, grounding.id]);
    const operator = await store.asOperator(scene.workspace);
    const { crumbs } = await operator.request(List, { session: 'demo', limit: 200 });
    expect(crumbs.map(({ schema_name }) => schema_name)).not.toContain(AnswerGrounding.name);
    const after = await answer('And what did you say about it?', 'Nothing new.');
    const candidates = unpackAccount((await scene.contextFor(after.turn)).context.account).map(({ id }) => id);
    expect(candidates).toContain(response.id);
    expect(candidates).not.toContain(grounding.id);
  });

  it('is written once, however often the reply is delivered and however many builders run', async () => {
    await scene.import([{ text: RENT }]);
    const { response } = await answer(QUESTION, REPLY);
    const first = await scene.groundingOf(response);
    await scene.redeliver(response);
    await scene.redeliver(response);
    const next = await answer('Tell me again, please.', REPLY);
    await scene.groundingOf(next.response);
    expect((await records()).map(({ id, version }) => [id, version])).toContainEqual([first.id, 1]);
    expect(await records()).toHaveLength(2);
    expect(await store.crumbs(scene.workspace, DeadLetter.name)).toEqual([]);
  });

  it('is not written for an agent that does not want it, for imported replies, and for replies that rest on nothing', async () => {
    const author = { kind: 'agent', id: 'assistant' } as const;
    await scene.import([{ text: RENT }, { text: REPLY, author, schema_name: AgentResponse.name }]);
    await scene.redefine({ grounding: false });
    await answer(QUESTION, REPLY);
    await scene.redefine({ grounding: true });
    await answer('Hello there!', 'Good morning to you.');
    const { response } = await answer(QUESTION, REPLY);
    const last = await scene.groundingOf(response);
    expect((await records()).map(({ id }) => id)).toEqual([last.id]);
  });

  it('is hidden from a reader of the reply who may not read a cited breadcrumb, and shown to operators', async () => {
    await scene.import([{ text: RENT, audience: 'agents', informs: true }]);
    const { response } = await answer(QUESTION, REPLY);
    const { id, audience } = await scene.groundingOf(response);
    expect(audience).toEqual(['user:user']);
    const bob = await scene.createKey({ kind: 'user', id: 'bob' });
    const other = await store.as('gateway', scene.workspace, { key: bob });
    const { crumbs } = await other.read({ refs: [{ id: response.id }, { id }] });
    expect(crumbs.map((one) => one?.id)).toEqual([response.id, undefined]);
  });

  it('is only for those to whom the reply to a confidence goes', async () => {
    await scene.import([{ text: RENT }]);
    const user = await store.as('gateway', scene.workspace, { key: scene.userKey });
    const audience = ['user:user', 'agent:assistant'];
    const draft = { schema_name: UserMessage.name, session: 'demo', audience, context: { content: QUESTION } };
    const { results } = await user.commit({ writes: [{ op: 'create', draft }] });
    const turn = await scene.openTurn({ id: results[0]?.id ?? '', version: 1 } as Envelope);
    await scene.contextFor(turn);
    const response = await scene.answer(turn, REPLY);
    expect((await scene.groundingOf(response)).audience).toEqual(response.audience);
    expect(response.audience).toEqual(audience);
  });

  it('keeps the ids of a source that is erased later, and nothing of what it said', async () => {
    const [rent] = await scene.import([{ text: RENT }]);
    const { response } = await answer(QUESTION, REPLY);
    const grounding = await scene.groundingOf(response);
    await store.erase({ id: rent, version: 1, workspace: scene.workspace } as Envelope);
    const operator = await store.asOperator(scene.workspace);
    const { crumbs } = await operator.read({ refs: [{ id: grounding.id }, { id: rent as string }] });
    expect(crumbs).toMatchObject([{ context: { sources: [{ id: rent }] } }, { erased: true }]);
  });
});
