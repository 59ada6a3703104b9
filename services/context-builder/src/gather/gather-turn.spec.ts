import type { AgentTurnV1, Envelope, Erased } from '@crumbtrail/contracts';
import { at, id, USER } from '../../test/crumbs';
import { config, DEFINITION, InMemoryReader, session, TRIGGER } from '../../test/in-memory-reader';
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
    expect(input).toMatchObject({ as_of: 42, now: at(5), queries: 1, trigger: { text: 'And now?', author: USER } });
    expect(input.access.viewers).toEqual([{ participant: { kind: 'agent', id: 'assistant' } }]);
  });

  test("puts the consumer's config before the definition", async () => {
    const definition = { ...DEFINITION, context: { ...DEFINITION.context, context: { recent_exchanges: 1 } } };
    const { overrides, config: used } = await gathered(TRIGGER, definition, config({ recent_exchanges: 4 }));
    expect(overrides.map((wish) => wish?.recent_exchanges)).toEqual([4, 1]);
    expect(used?.version).toBe(3);
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
