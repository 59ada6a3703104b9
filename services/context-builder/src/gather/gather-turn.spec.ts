import {
  AgentPlan,
  agentName,
  AgentResponse,
  AgentStep,
  participantName,
  planId,
  stepId,
  toolRequestId,
  toolResponseId,
  UserMessage,
  type AgentTurnV1,
  type Envelope,
  type Erased,
} from '@crumbtrail/contracts';
import type { ServiceEnvelope } from '@crumbtrail/contracts/operations/reading';
import { at, id, USER } from '../../test/crumbs';
import { config, DEFINITION, envelope, InMemoryReader, sceneOf, session, TRIGGER } from '../../test/in-memory-reader';
import { gatherTurn } from './gather-turn';

const turn: AgentTurnV1 = {
  agent: 'assistant',
  definition: { id: DEFINITION.id, version: 1 },
  trigger: { id: TRIGGER.id, version: 1 },
  generation: 0,
  lane: 'session:demo',
  runner: 'pool',
  as_of: 42,
  now: at(5),
  deadline_at: at(6),
};
const gone: Erased = { id: TRIGGER.id, erased: true, erased_at: at(1), erased_by: USER, position: 41 };
const gathered = (...stored: (Envelope | Erased)[]) => gatherTurn(turn, 'demo', new InMemoryReader(stored));

describe('the input of a turn', () => {
  test('is read in one query, as of the turn', async () => {
    const reader = new InMemoryReader([TRIGGER, DEFINITION]);
    const input = await gatherTurn(turn, 'demo', reader);
    expect(reader.reads).toMatchObject([{ asOf: 42 }]);
    expect(reader.activityRequests).toEqual([]);
    expect(input.scene).toBeUndefined();
    expect(input).toMatchObject({ as_of: 42, now: at(5), queries: 1, trigger: { text: 'And now?', author: USER } });
    expect(input.access.viewers).toEqual([{ participant: { kind: 'agent', id: 'assistant' } }]);
  });

  test("puts the consumer's config before the definition", async () => {
    const definition = { ...DEFINITION, context: { ...DEFINITION.context, context: { recent_exchanges: 1 } } };
    const { overrides, config: used } = await gathered(TRIGGER, definition, config({ recent_exchanges: 4 }));
    expect(overrides.map((wish) => wish?.recent_exchanges)).toEqual([4, 1]);
    expect(used?.version).toBe(3);
  });

  test('has the plan and the scenes that may inform the answer to this message, and no others', async () => {
    const stored = (text: string, over: Partial<ServiceEnvelope>): Envelope =>
      envelope(
        AgentPlan,
        { session: 'demo', agent: 'assistant', text },
        {
          id: planId('default', { session: 'demo', agent: 'assistant' }),
          audience: [agentName('assistant')],
          author: { kind: 'agent', id: 'assistant' },
          ...over,
        },
      );
    const inConfidence = { ...TRIGGER, audience: [agentName('assistant')], author: USER };
    const readers = [participantName(USER), agentName('assistant')];
    const planFor = async (trigger: Envelope, plan: Envelope) =>
      (await gathered(trigger, DEFINITION, plan)).scene?.plan?.text;
    expect(await planFor(TRIGGER, stored('For all.', { informs: true }))).toBe('For all.');
    expect(await planFor(inConfidence, stored('For all.', { informs: true }))).toBe('For all.');
    expect(await planFor(TRIGGER, stored('In confidence.', { informs_readers: readers }))).toBeUndefined();
    expect(await planFor(inConfidence, stored('In confidence.', { informs_readers: readers }))).toBe('In confidence.');
    expect(await planFor(TRIGGER, stored('Of old.', {}))).toBeUndefined();
    const amongAgents = sceneOf({ session: 'demo', scenario: 'A plot.' }, { informs: undefined });
    expect((await gathered(TRIGGER, DEFINITION, amongAgents)).scene).toBeUndefined();
    const scene = (await gathered({ ...TRIGGER, audience: 'agents' }, DEFINITION, amongAgents)).scene;
    expect(scene?.scenes).toHaveLength(1);
  });

  test('counts what was said only for scenes that depend on it', async () => {
    const reader = new InMemoryReader([
      TRIGGER,
      DEFINITION,
      sceneOf({ session: 'demo', note: { text: 'Whisper.', interval: 3 } }),
      sceneOf(
        { session: 'demo', agent: 'assistant', injections: [{ id: 'storm', text: 'Rain.', turns: 2 }] },
        { position: 30 },
      ),
    ]);
    reader.activity = { user_messages: 6, agent_messages: 5, answers_since: [1] };
    const { scene, queries } = await gatherTurn(turn, 'demo', reader);
    expect(reader.activityRequests).toEqual([
      { session: 'demo', as_of: 42, since: [{ position: 30, agent: 'assistant' }] },
    ]);
    const limited = scene?.scenes[1]?.id as string;
    expect(scene?.activity).toEqual({ user_messages: 6, agent_messages: 5, answers_since: { [limited]: 1 } });
    expect(queries).toBe(2);
  });

  test('contains the members of the session', async () => {
    const members = [{ kind: 'user' as const, id: 'user', name: 'Ann' }];
    expect((await gathered(TRIGGER, DEFINITION, session(members))).session?.members).toEqual(members);
  });

  test('counts the persona as part of the prompt', async () => {
    const definition = { ...DEFINITION, context: { ...DEFINITION.context, persona: 'A pirate.' } };
    expect((await gathered(TRIGGER, definition)).definition.system_prompt).toBe('Be kind.\n\nA pirate.');
  });

  test('counts the instructions that the message brings as part of the prompt of an agent that accepts them', async () => {
    const definition = { ...DEFINITION, context: { ...DEFINITION.context, accept_system: 'replace' } };
    const trigger = { ...TRIGGER, context: { ...TRIGGER.context, instructions: 'Be Ahab.' } };
    expect((await gathered(trigger, definition)).definition.system_prompt).toBe('Be Ahab.');
  });

  test('has the tools and the output schema that the message brings to an agent that accepts them', async () => {
    const accepting = { ...DEFINITION.context, accept_tools: true, accept_response_format: true };
    const brought = { tools: [{ name: 'lookup' }], output_schema: { type: 'object' } };
    const trigger = { ...TRIGGER, context: { ...TRIGGER.context, ...brought } };
    expect((await gathered(trigger, { ...DEFINITION, context: accepting })).definition).toMatchObject({
      toolGrants: { output_schema: { type: 'object' } },
      clientTools: [{ name: 'lookup' }],
    });
    expect((await gathered(trigger, DEFINITION)).definition).not.toHaveProperty('toolGrants');
  });

  test('excludes what the message excludes of its own session: messages of its author and answers of the agent', async () => {
    const inSession = { session: 'demo', position: 30 };
    const own = envelope(UserMessage, { content: 'asked before' }, { ...inSession, id: id(1) });
    const answer = envelope(
      AgentResponse,
      { action: 'speak', content: 'answered before' },
      { ...inSession, id: id(2), author: { kind: 'agent', id: 'assistant' } },
    );
    const foreign = [
      envelope(UserMessage, { content: 'a rule' }, { ...inSession, id: id(3), author: { kind: 'user', id: 'ann' } }),
      envelope(UserMessage, { content: 'elsewhere' }, { id: id(4), session: 'other', position: 31 }),
      { ...answer, id: id(5), author: { kind: 'agent' as const, id: 'another' } },
      session([]),
    ];
    const exclude = [own, answer, ...foreign].map((one) => one.id);
    const trigger = { ...TRIGGER, context: { ...TRIGGER.context, exclude } };
    const { excluded, queries } = await gathered(trigger, DEFINITION, own, answer, ...foreign);
    expect([excluded?.map((one) => one.id), queries]).toEqual([[own.id, answer.id], 2]);
    expect((await gathered(TRIGGER, DEFINITION)).excluded).toEqual([]);
  });

  test('excludes the results of the tools that an excluded answer used, and of no other', async () => {
    const attempt = { turn: { id: id(7) }, action: 'speak' as const, content: 'answered before', steps: 1 };
    const author = { kind: 'agent' as const, id: 'assistant' };
    const answer = envelope(AgentResponse, attempt, { id: id(2), session: 'demo', position: 30, author });
    const calls = [
      { ordinal: 0, tool: 'dice', input: {} },
      { ordinal: 1, tool: 'none', error: { code: 'unknown_tool', message: 'There is no such tool.' } },
    ];
    const made = { turn: { id: id(7) }, agent: 'assistant', step: 1, mode: 'native' as const, kind: 'model' as const };
    const step = envelope(
      AgentStep,
      { ...made, content: '', calls },
      { id: stepId(answer.workspace, id(7), 1), author },
    );
    const trigger = { ...TRIGGER, context: { ...TRIGGER.context, exclude: [answer.id] } };
    const { excluded, queries } = await gathered(trigger, DEFINITION, answer, step);
    const request = toolRequestId(answer.workspace, id(7), { step: 1, ordinal: 0 });
    expect(excluded?.map((one) => one.id)).toEqual([answer.id, toolResponseId(answer.workspace, request)]);
    expect(queries).toBe(3);
  });

  test.each<[string, (Envelope | Erased)[], string]>([
    ['the trigger was erased', [gone, DEFINITION], `its trigger, breadcrumb ${id(1000)} version 1, was erased`],
    ['the definition is not there', [TRIGGER], 'its definition, breadcrumb'],
  ])('fails permanently where %s', async (_why, stored, message) => {
    await expect(gathered(...stored)).rejects.toThrow(message);
    await expect(gathered(...stored)).rejects.toMatchObject({ name: 'PermanentError' });
  });

  test('never shows raw JSON of a message whose hints fail', async () => {
    const broken = { ...TRIGGER, context: { content: 'x', secret: '4821' }, llm_hints: { template: '{{#each}}' } };
    expect((await gathered(broken, DEFINITION)).trigger.text).toBe(
      '(a message that cannot be shown: its llm_hints failed)',
    );
  });
});
