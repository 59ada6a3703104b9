import { ToolResponse, validateContext, findUnsafe, MAX_CRUMB_BYTES } from '@crumbtrail/contracts';
import fc from 'fast-check';
import { aRequest } from '../../test/tool-request-fixture';
import { MAX_TEXT_BYTES, persistenceKey, buildToolResponse, type ToolOutcome } from './tool-response';

const { request } = aRequest();
const answer = (outcome: ToolOutcome) => buildToolResponse(request, outcome).context;

describe('buildToolResponse', () => {
  it('contains the request, the recipient and the result, visible to the agent only', () => {
    expect(buildToolResponse(request, { output: 3 }, { persistence: 'day', duration_ms: 12 })).toEqual({
      schema_name: ToolResponse.name,
      session: 'demo',
      audience: ['agent:abe'],
      tags: ['keep:day', `result:${persistenceKey('add', { a: 1, b: 2 })}`, 'for:abe'],
      cause: { id: request.id, version: 1 },
      context: {
        request: { id: request.id },
        turn: request.context.turn,
        agent: 'abe',
        tool: 'add',
        reply_to: 'pool',
        status: 'ok',
        output: 3,
        text: '3',
        duration_ms: 12,
        call: 'add({"a":1,"b":2})',
        persistence: { class: 'day', key: persistenceKey('add', { a: 1, b: 2 }) },
      },
    });
  });

  it('has no keep tags when the result is not kept', () => {
    expect(buildToolResponse(request, { output: 3 })).not.toHaveProperty('tags');
    const failed = { error: { code: 'failed', message: 'It broke.' } };
    expect(buildToolResponse(request, failed, { persistence: 'day' })).not.toHaveProperty('tags');
  });

  it('returns text as it is, and anything else as JSON', () => {
    expect(answer({ output: 'two\nlines' }).text).toBe('two\nlines');
    expect(answer({ output: { a: [1] } }).text).toBe('{"a":[1]}');
    expect(answer({ output: undefined })).toMatchObject({ status: 'ok', output: null, text: 'null' });
  });

  it('of an error is its message, for this turn only', () => {
    const { context } = buildToolResponse(
      request,
      { error: { code: 'failed', message: 'It broke.' } },
      { persistence: 'permanent' },
    );
    expect(context).toMatchObject({
      status: 'error',
      text: 'It broke.',
      error: { code: 'failed', message: 'It broke.' },
      persistence: { class: 'turn' },
    });
  });

  it('of an error keeps the output that the tool provides', () => {
    expect(answer({ error: { code: 'failed', message: 'Half.' }, output: { done: 1 } })).toMatchObject({
      status: 'error',
      output: { done: 1 },
    });
  });

  it('truncates a long text with a mark and keeps the whole output up to its limit', () => {
    const { text, truncated, output } = answer({ output: 'x'.repeat(100_000) });
    expect(truncated).toBe(true);
    expect(text).toMatch(/^x+\n\[cut here: the result has 98 KB; this is its beginning\]$/);
    expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThanOrEqual(MAX_TEXT_BYTES + 2);
    expect(output).toHaveLength(100_000);
    expect(answer({ output: 'x'.repeat(200_000) })).not.toHaveProperty('output');
  });

  it('of five megabytes states the size and what to do', () => {
    const { status, error } = answer({ output: { rows: Array.from({ length: 50_000 }, () => 'x'.repeat(100)) } });
    expect(status).toBe('error');
    expect(error).toMatchObject({
      code: 'too_large',
      message: expect.stringMatching(/add returned 50\d\d KB; the maximum is 1024 KB. Ask for less/) as string,
    });
  });

  it.each([
    [
      'a circle',
      (() => {
        const circle: unknown[] = [];
        circle.push(circle);
        return circle;
      })(),
    ],
    ['a big integer', 10n],
    ['a function', () => 1],
    [
      'a depth that no stack takes',
      (() => {
        let deep: unknown = 1;
        for (let i = 0; i < 100_000; i += 1) deep = [deep];
        return deep;
      })(),
    ],
  ])('of %s states that it is not JSON', (_what, output) => {
    expect(answer({ output })).toMatchObject({ status: 'error', error: { code: 'invalid_output' } });
  });

  it('of output that the store cannot represent exactly has a truncateForModel text and no output', () => {
    const { text, output } = answer({ output: { a: 'x\u0000y\ud800' } });
    expect(text).toBe('{"a":"x\\u0000y\\ud800"}');
    expect(output).toBeUndefined();
    expect(answer({ output: 'x\u0000y\ud800' }).text).toBe('x\ufffdy\ufffd');
  });

  it('is accepted by the store for anything that a tool returns or throws', () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: 'binary', maxLength: 200_000 }),
      fc.string({ maxLength: 50 }).map((text) => text.repeat(5_000)),
      fc.anything(),
    );
    const outcome = fc.oneof(
      value.map((output) => ({ output })),
      fc.record({
        error: fc.record({ code: fc.constant('failed'), message: fc.string({ maxLength: 20_000 }) }),
        output: value,
      }),
    );
    fc.assert(
      fc.property(outcome, (given) => {
        const draft = buildToolResponse(request, given);
        expect(validateContext(ToolResponse.name, draft.context)).toEqual([]);
        expect(findUnsafe(draft.context)).toBeNull();
        expect(Buffer.byteLength(JSON.stringify(draft))).toBeLessThan(MAX_CRUMB_BYTES);
      }),
      { numRuns: 60 },
    );
  });
});

describe('persistenceKey', () => {
  it('does not depend on the order of arguments and is unique to them', () => {
    expect(persistenceKey('add', { a: 1, b: 2 })).toBe(persistenceKey('add', { b: 2, a: 1 }));
    expect(persistenceKey('add', { a: 1, b: 3 })).not.toBe(persistenceKey('add', { a: 1, b: 2 }));
    expect(persistenceKey('sub', { a: 1, b: 2 })).not.toBe(persistenceKey('add', { a: 1, b: 2 }));
    expect(persistenceKey('add', {})).toMatch(/^add:[0-9a-f]{16}$/);
  });
});
