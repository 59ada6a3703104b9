import { aRequest, aTry, add, someFacts, triedFacts } from '../../test/tool-request-fixture';
import type { ToolFacts, ReceivedToolRequest } from '../ports';
import { checkRequest, resolveToolSettings } from './check-request';

const here = { runner: 'tool-runner', has: true, isAvailable: () => false };
const refusal = (received: ReceivedToolRequest, facts: ToolFacts, at = here) => {
  const verdict = checkRequest(received, facts, at);
  return verdict.do === 'refuse' ? verdict.refusal : verdict.do;
};

describe('checkRequest', () => {
  it('runs a request that is granted, whose tool is available and whose arguments match', () => {
    expect(checkRequest(aRequest(), someFacts(), here)).toMatchObject({ do: 'run', terms: { definition: add } });
  });

  it('does nothing if the request is already answered, regardless of other problems', () => {
    expect(checkRequest(aRequest(), someFacts({ answered: true, agent: null, turn_ended: true }), here)).toEqual({
      do: 'nothing',
    });
  });

  it('never runs a request again that was recorded as started, even after its turn', () => {
    const facts = someFacts({ started: true, turn_ended: true });
    expect(refusal(aRequest(), facts)).toMatchObject({
      code: 'outcome_unknown',
      message: expect.stringContaining('may or may not have taken effect') as string,
    });
  });

  it('cancels a request whose turn has ended', () => {
    expect(refusal(aRequest(), someFacts({ turn_ended: true }))).toMatchObject({ code: 'cancelled' });
  });

  it.each([
    ['that the definition does not grant', aRequest(), someFacts({ grants: ['subtract', 'addition*'] })],
    ['of an agent without a definition', aRequest(), someFacts({ agent: null })],
    ['as another agent', aRequest({}, { kind: 'agent', id: 'mallory' }), someFacts()],
    ['by a person', aRequest({}, { kind: 'user', id: 'abe' }), someFacts()],
    [
      'with the definition of another agent',
      aRequest({ definition: { id: aRequest().request.id, version: 3 } }),
      someFacts(),
    ],
    [
      'with another version of the definition than the turn has',
      aRequest({ definition: { ...aRequest().request.context.definition, version: 2 } }),
      someFacts(),
    ],
    [
      'in the turn of another agent',
      aRequest(),
      someFacts({ turn: { context: { agent: 'bob', definition: aRequest().request.context.definition } } as never }),
    ],
    [
      'by a service that is not part of another request',
      aRequest({}, { kind: 'service', id: 'tool-runner' }),
      someFacts(),
    ],
  ])('refuses as not granted: %s', (_what, received, facts) => {
    expect(refusal(received, facts)).toMatchObject({ code: 'not_granted' });
  });

  it('grants a tool by a name prefix, and as part of a request that a runner works on', () => {
    expect(refusal(aRequest(), someFacts({ grants: ['ad*'] }))).toBe('run');
    const part = aRequest(
      { parent: { id: aRequest().request.id }, name: 'one' },
      { kind: 'service', id: 'tool-runner' },
    );
    expect(refusal(part, someFacts())).toBe('run');
  });

  it.each([
    ['that does not exist', someFacts({ tool: null }), here, 'unknown_tool'],
    ['whose definition is another tool’s', someFacts({ tool: { ...add, name: 'other' } }), here, 'unknown_tool'],
    ['that another service runs', someFacts({ tool: { ...add, runner: 'weather' } }), here, 'unknown_tool'],
    ['that no service runs now', someFacts(), { ...here, has: false }, 'unavailable'],
    [
      'whose server is unavailable',
      someFacts({ tool: { ...add, source: 'mcp:files' } }),
      { ...here, has: false },
      'unavailable',
    ],
    ['that its server took away', someFacts(), { ...here, has: false, isAvailable: () => true }, 'unknown_tool'],
    ['that is disabled', someFacts({ config: { tool: 'add', enabled: false } }), here, 'disabled'],
  ])('refuses a tool %s with an error that states its name', (_what, facts, at, code) => {
    const refused = refusal(aRequest(), facts, at);
    expect(refused).toMatchObject({ code, message: expect.stringContaining('add') as string });
  });

  it('names the unavailable server', () => {
    const facts = someFacts({ tool: { ...add, source: 'mcp:files' } });
    expect(refusal(aRequest(), facts, { ...here, has: false })).toMatchObject({
      message: expect.stringContaining('the server files is unavailable') as string,
    });
  });

  it('reports every invalid argument, what to do, and a valid example call', () => {
    const { message } = refusal(aRequest({ input: { a: 'one', c: 3 } }), someFacts()) as { message: string };
    for (const part of ['/a must be number', '/b must have', '/c must NOT', 'call again', '{"a":1,"b":2}'])
      expect(message).toContain(part);
  });

  it('refuses a tool whose schema is invalid, and never runs it unchecked', () => {
    const tool = { ...add, input: { type: 'object', $ref: 'https://elsewhere' } };
    expect(refusal(aRequest(), someFacts({ tool }))).toMatchObject({ code: 'unavailable' });
  });
});

describe('resolveToolSettings', () => {
  it('uses the definition, then the defaults', () => {
    expect(resolveToolSettings(add, null)).toMatchObject({
      timeoutMs: 30_000,
      concurrency: 4,
      atMostOnce: false,
      persistence: 'turn',
    });
  });

  it('prefers the operator’s configuration', () => {
    const own = { ...add, timeout_ms: 5, effect: 'repeatable', persistence: 'day' } as const;
    const config = { tool: 'add', timeout_ms: 7, effect: 'at_most_once', persistence: 'permanent' } as const;
    expect(resolveToolSettings(own, config)).toMatchObject({
      timeoutMs: 7,
      atMostOnce: true,
      persistence: 'permanent',
    });
  });

  it('makes a tool that only requests other tools repeatable, regardless of its effect', () => {
    const asking = { ...add, permissions: ['requests' as const] };
    expect(resolveToolSettings(asking, { tool: 'add', effect: 'at_most_once' }).atMostOnce).toBe(false);
  });
});

describe('checkRequest: a trial run by an operator', () => {
  it('runs without any grant', () => {
    expect(checkRequest(aTry(), triedFacts(), here)).toMatchObject({ do: 'run', terms: { definition: add } });
  });

  it.each([
    ['too_late', 'started too late', triedFacts({ late: true })],
    ['outcome_unknown', 'started before, and never answered', triedFacts({ started: true })],
    ['disabled', 'is disabled', triedFacts({ config: { tool: 'add', enabled: false } })],
    ['unknown_tool', 'not defined', triedFacts({ tool: null })],
    ['needs_turn', 'setting timers', triedFacts({ tool: { ...add, permissions: ['search', 'timers'] } })],
    ['needs_turn', 'asking for other tools', triedFacts({ tool: { ...add, permissions: ['requests'] } })],
  ])('is refused with %s: %s', (code, _why, facts) => {
    expect(refusal(aTry(), facts)).toMatchObject({ code });
  });

  it('has its arguments checked, with each invalid one named', () => {
    expect(refusal(aTry({ input: { a: 'one' } }), triedFacts())).toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/\/a must be number/) as string,
    });
  });
});
