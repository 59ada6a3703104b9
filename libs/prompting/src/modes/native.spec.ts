import { aResult, aStep, aTool, aTurn } from '../../test/turn-fixture';
import type { ModelToolCall, ModelReply } from '../model';
import { withOfferedTools } from '../turn/rounds';
import { native } from './native';

const reply = (over: Partial<ModelReply>): ModelReply => ({ content: '', model: 'm', attempts: 1, ...over });
const asked = (given: string, id = 'c1'): ModelToolCall => ({ id, name: 'echo', arguments: given });
const read = (...calls: ModelToolCall[]) =>
  native.parseReply(aTurn({ tools: ['echo'] }), reply({ content: 'So:', calls }));

describe('native mode', () => {
  it('makes the first call of the model, and no later one, call the tool that the client chose', () => {
    const turn = { ...aTurn({ tools: ['echo'] }), tool_choice: { tool: 'echo' } };
    expect(native.buildRequest(turn, {}).tool_choice).toEqual({ tool: 'echo' });
    const later = { ...turn, steps: [aStep(1, { calls: [] })] };
    expect(native.buildRequest(later, {}).tool_choice).toBeUndefined();
  });

  it('must call plan, and gets no other tool, until a plan is written', () => {
    const turn = aTurn({ tools: ['echo', 'plan'], must_plan: true });
    const request = native.buildRequest(withOfferedTools(turn), {});
    expect(request.tools?.map(({ name }) => name)).toEqual(['plan']);
    expect(request.tool_choice).toEqual({ tool: 'plan' });
    const asked = { ...turn, steps: [aStep(1)] };
    expect(native.buildRequest(withOfferedTools(asked), {}).tool_choice).toEqual({ tool: 'plan' });
  });

  it('offers tools by name, description and schema, in the order of the turn', () => {
    const tools = [aTool('b', { description: 'second' }), aTool('a')];
    expect(native.buildRequest(aTurn({ tools }), {}).tools).toEqual(
      tools.map(({ def }) => ({ name: def.name, description: def.description, parameters: def.input })),
    );
  });

  it('parses arguments as a JSON object, treats missing ones as an empty object, and reports anything else as an error', () => {
    const calls = read(asked('{"text":"a"}'), asked(''), asked('"a"'), asked('null'), asked('{"text"'));
    expect(calls).toMatchObject({ kind: 'calls', content: 'So:' });
    const inputs = calls.kind === 'calls' ? calls.calls.map(({ input, error }) => input ?? error?.code) : [];
    expect(inputs).toEqual([{ text: 'a' }, {}, 'invalid_input', 'invalid_input', 'invalid_input']);
  });

  it('treats a reply without calls as the answer', () => {
    expect(native.parseReply(aTurn({ tools: ['echo'] }), reply({ content: 'Hi.', calls: [] }))).toEqual({
      kind: 'final',
      action: 'speak',
      content: 'Hi.',
    });
  });

  it('returns results under distinct ids, regardless of the ids from the server', () => {
    const calls = ['', 'same', 'same', 'own'].map((call_id, ordinal) => ({
      ordinal,
      tool: 'echo',
      call_id,
      input: {},
    }));
    let turn = aTurn({ tools: ['echo'], steps: [aStep(1, { calls })] });
    const results = calls.map(({ ordinal }) => aResult(turn, { step: 1, ordinal }));
    turn = { ...turn, responses: new Map(results.map((result) => [result.request.id, result])) };
    const ids = native.buildRequest(turn, {}).messages.flatMap((one) => (one.role === 'tool' ? one.call_id : []));
    expect(ids).toEqual(['call_1_0', 'call_1_1', 'call_1_2', 'own']);
  });
});
