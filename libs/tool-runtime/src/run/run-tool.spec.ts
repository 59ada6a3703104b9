import { refuse } from '@crumbtrail/contracts';
import { aRequest, aTry, add, fakeDependencies, someFacts, triedFacts } from '../../test/tool-request-fixture';
import { runTool } from './run-tool';
import { LATER, LaterBefore, ToolError } from '../tool';

const received = aRequest();
const hangs = () => new Promise<never>(() => undefined);
const once = someFacts({ tool: { ...add, effect: 'at_most_once' } });

describe('runTool', () => {
  it('claims, runs and answers a request once', async () => {
    const { dependencies, log, responses } = fakeDependencies();
    expect(await runTool(received, dependencies)).toBe('answered');
    expect(log).toEqual(['claimed', 'ran', 'published', 'kept', 'unwatched']);
    expect(responses).toMatchObject([{ context: { status: 'ok', output: 3, text: '3', duration_ms: 5 } }]);
  });

  it('records the start before it runs a tool that must not run twice', async () => {
    const { dependencies, log } = fakeDependencies({ facts: once });
    await runTool(received, dependencies);
    expect(log.slice(0, 4)).toEqual(['claimed', 'recorded', 'ran', 'published']);
  });

  it('does not run a tool whose turn ended before the start was recorded', async () => {
    const { dependencies, log, responses } = fakeDependencies({ facts: once, start: 'turn ended' });
    expect(await runTool(received, dependencies)).toBe('answered');
    expect(log).not.toContain('ran');
    expect(responses).toMatchObject([{ context: { error: { code: 'cancelled' } } }]);
  });

  it('does not run an answered request again', async () => {
    const { dependencies, log } = fakeDependencies({ facts: someFacts({ answered: true }) });
    expect(await runTool(received, dependencies)).toBe('already answered');
    expect(log).toEqual(['claimed', 'kept', 'unwatched']);
  });

  it('answers a request that is not allowed, without running it', async () => {
    const { dependencies, log, responses } = fakeDependencies({ facts: someFacts({ grants: [] }) });
    expect(await runTool(received, dependencies)).toBe('answered');
    expect(log).not.toContain('ran');
    expect(responses).toMatchObject([{ context: { status: 'error', error: { code: 'not_granted' } } }]);
  });

  it('reports that another process answered first', async () => {
    expect(await runTool(received, fakeDependencies({ published: 'already answered' }).dependencies)).toBe(
      'answered by another',
    );
  });

  it('answers with an error when the tool would wait for parts and nothing here could resume it', async () => {
    const { dependencies, responses } = fakeDependencies({ run: async () => LATER });
    expect(await runTool(received, { ...dependencies, postponed: undefined })).toBe('answered');
    expect(responses[0]?.context).toMatchObject({ status: 'error', error: { code: 'failed' } });
  });

  it.each([
    [9, 'postponed to 9'],
    [null, 'postponed without a time'],
  ])('leaves a request open until the time that its tool names (%s)', async (deadline, how) => {
    const { dependencies, log, responses } = fakeDependencies({ run: async () => new LaterBefore(deadline) });
    expect(await runTool(received, dependencies)).toBe('goes on later');
    expect(log).toEqual(['claimed', 'ran', how, 'freed', 'unwatched']);
    expect(responses).toEqual([]);
  });

  it('does not run a part of a tool that has answered', async () => {
    const { dependencies, log, responses } = fakeDependencies({ facts: someFacts({ parent_ended: true }) });
    await runTool(received, dependencies);
    expect(log).not.toContain('ran');
    expect(responses).toMatchObject([{ context: { error: { code: 'cancelled' } } }]);
  });

  it('leaves a postponed request unanswered and frees its claim', async () => {
    const { dependencies, log } = fakeDependencies({ run: async () => LATER });
    expect(await runTool(received, dependencies)).toBe('goes on later');
    expect(log).toEqual([
      'claimed',
      'ran',
      `postponed to ${Date.parse('2026-03-01T08:00:30.000Z')}`,
      'freed',
      'unwatched',
    ]);
  });

  it.each([
    ['throws', async () => Promise.reject(new Error('no luck')), 'failed', 'add failed: no luck'],
    [
      'throws a value that is not an Error',
      async () => Promise.reject('plain text'),
      'failed',
      'add failed: plain text',
    ],
    [
      'throws with its own error code',
      async () => Promise.reject(new ToolError('unavailable', 'It is away.')),
      'unavailable',
      'It is away.',
    ],
    [
      'is refused by the store',
      async () =>
        Promise.reject(
          refuse('invalid_payload', 'No valid note.', {
            issues: [{ path: '/text', rule: 'type', message: 'must be string' }],
          }),
        ),
      'failed',
      'add failed: No valid note. /text must be string.',
    ],
    ['gives what it does not promise', async () => 'three', 'invalid_output', 'must be number'],
    ['returns something that is not JSON', async () => 3n, 'invalid_output', 'not JSON'],
    ['gives five megabytes', async () => 'x'.repeat(5_000_000), 'too_large', 'the maximum is 1024 KB'],
  ])('answers readably when the tool %s', async (_what, run, code, words) => {
    const { dependencies, responses } = fakeDependencies({ run });
    expect(await runTool(received, dependencies)).toBe('answered');
    expect(responses).toMatchObject([
      { context: { status: 'error', error: { code }, text: expect.stringContaining(words) as string } },
    ]);
  });

  it('answers when the tool hangs', async () => {
    const facts = someFacts({ tool: { ...add, timeout_ms: 10 } });
    const { dependencies, responses } = fakeDependencies({ facts, run: hangs });
    await runTool(received, dependencies);
    expect(responses).toMatchObject([
      { context: { error: { code: 'timeout' }, text: expect.stringContaining('within 10 ms') as string } },
    ]);
  });

  it('reports an unknown outcome when a tool hangs that must not run twice', async () => {
    const facts = someFacts({ tool: { ...add, timeout_ms: 10, effect: 'at_most_once' } });
    const { dependencies, responses } = fakeDependencies({ facts, run: hangs });
    await runTool(received, dependencies);
    const text = expect.stringContaining('within 10 ms: it may or may not have taken effect') as string;
    expect(responses).toMatchObject([{ context: { error: { code: 'outcome_unknown' }, text } }]);
  });

  it('cancels the tool when its turn ends', async () => {
    const { dependencies, responses, ended } = fakeDependencies({
      run: (_input, { signal }) => (
        setImmediate(() => ended.abort()),
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
      ),
    });
    expect(await runTool(received, dependencies)).toBe('answered');
    expect(responses).toMatchObject([{ context: { error: { code: 'cancelled' } } }]);
  });

  it('gives the request back unanswered when the claim is lost or the process shuts down', async () => {
    for (const which of ['lost', 'leaving'] as const) {
      const given = fakeDependencies({
        run: () => (setImmediate(() => given[which].abort(new Error(which))), hangs()),
      });
      await expect(runTool(received, given.dependencies)).rejects.toThrow(which);
      expect(given.responses).toEqual([]);
      expect(given.log).toEqual(['claimed', 'ran', 'freed', 'unwatched']);
    }
  });

  it('waits for a free slot, and returns the request when none becomes free', async () => {
    const facts = someFacts({ tool: { ...add, concurrency: 1 } });
    const { dependencies, log } = fakeDependencies({ facts });
    const release = await dependencies.concurrency.acquire('add', 1);
    await expect(runTool(received, dependencies)).rejects.toThrow('The tool add has reached its concurrency limit');
    expect(log).toEqual(['claimed', 'freed', 'unwatched']);
    release();
    expect(await runTool(received, dependencies)).toBe('answered');
  });

  it('passes on the place of a tool that hangs', async () => {
    const facts = someFacts({ tool: { ...add, concurrency: 1, timeout_ms: 5 } });
    const { dependencies } = fakeDependencies({ facts, run: hangs });
    expect(await runTool(received, dependencies)).toBe('answered');
    expect(await runTool(received, dependencies)).toBe('answered');
  });
});

describe('runTool: a trial run by an operator', () => {
  it('runs once, and its result is visible to operators only and kept in no context', async () => {
    const { dependencies, log, responses } = fakeDependencies({
      facts: triedFacts({ tool: { ...add, persistence: 'permanent' } }),
    });
    expect(await runTool(aTry(), dependencies)).toBe('answered');
    expect(log).toEqual(['claimed', 'ran', 'published', 'kept', 'unwatched']);
    expect(responses).toEqual([
      {
        schema_name: 'tool.tried.v1',
        audience: [],
        cause: { id: aTry().request.id, version: 1 },
        context: {
          request: { id: aTry().request.id },
          tool: 'add',
          call: 'add({"a":1,"b":2})',
          status: 'ok',
          output: 3,
          text: '3',
          duration_ms: 5,
        },
      },
    ]);
  });

  it('records the start before it runs a tool that must not run twice', async () => {
    const { dependencies, log } = fakeDependencies({ facts: triedFacts({ tool: { ...add, effect: 'at_most_once' } }) });
    await runTool(aTry(), dependencies);
    expect(log.slice(0, 4)).toEqual(['claimed', 'recorded', 'ran', 'published']);
  });

  it('cannot be postponed, because no turn would resume it', async () => {
    const { dependencies, log, responses } = fakeDependencies({ facts: triedFacts(), run: async () => LATER });
    expect(await runTool(aTry(), dependencies)).toBe('answered');
    expect(log.filter((what) => what.startsWith('postponed'))).toEqual([]);
    expect(responses).toMatchObject([{ context: { status: 'error', error: { code: 'failed' } } }]);
  });

  it('tells the tool for whom it runs', async () => {
    const { dependencies, responses } = fakeDependencies({
      facts: triedFacts(),
      run: async (_, { agent }) => agent.length,
    });
    await runTool(aTry(), dependencies);
    expect(responses).toMatchObject([{ context: { output: 'ann'.length } }]);
  });
});
