import { refuse } from '@crumbtrail/contracts';
import { aRequest, aTry, add, aToolWorld, someFacts, triedFacts } from '../../test/tool-request-fixture';
import { runTool } from './run-tool';
import { LATER, ToolError } from '../tool';

const received = aRequest();
const hangs = () => new Promise<never>(() => undefined);
const once = someFacts({ tool: { ...add, effect: 'at_most_once' } });

describe('a tool request that was received', () => {
  it('is claimed, run once and answered', async () => {
    const { dependencies, log, responses } = aToolWorld();
    expect(await runTool(received, dependencies)).toBe('answered');
    expect(log).toEqual(['claimed', 'ran', 'left', 'kept', 'unwatched']);
    expect(responses).toMatchObject([{ context: { status: 'ok', output: 3, text: '3', duration_ms: 5 } }]);
  });

  it('is noted as started before it runs, where it must not run twice', async () => {
    const { dependencies, log } = aToolWorld({ facts: once });
    await runTool(received, dependencies);
    expect(log.slice(0, 4)).toEqual(['claimed', 'noted', 'ran', 'left']);
  });

  it('is not run when its turn ended before the note', async () => {
    const { dependencies, log, responses } = aToolWorld({ facts: once, start: 'ended' });
    expect(await runTool(received, dependencies)).toBe('answered');
    expect(log).not.toContain('ran');
    expect(responses).toMatchObject([{ context: { error: { code: 'cancelled' } } }]);
  });

  it('is not run again once it is answered', async () => {
    const { dependencies, log } = aToolWorld({ facts: someFacts({ answered: true }) });
    expect(await runTool(received, dependencies)).toBe('already answered');
    expect(log).toEqual(['claimed', 'kept', 'unwatched']);
  });

  it('is answered, and not run, when it may not be', async () => {
    const { dependencies, log, responses } = aToolWorld({ facts: someFacts({ grants: [] }) });
    expect(await runTool(received, dependencies)).toBe('answered');
    expect(log).not.toContain('ran');
    expect(responses).toMatchObject([{ context: { status: 'error', error: { code: 'not_granted' } } }]);
  });

  it('says whose answer stands when another was faster', async () => {
    expect(await runTool(received, aToolWorld({ left: 'there' }).dependencies)).toBe('answered by another');
  });

  it('is answered with an error where it would wait and nobody here could wake it', async () => {
    const { dependencies, responses } = aToolWorld({ run: async () => LATER });
    expect(await runTool(received, { ...dependencies, postponed: undefined })).toBe('answered');
    expect(responses[0]?.context).toMatchObject({ status: 'error', error: { code: 'failed' } });
  });

  it('is not answered while its result comes later, and others may have the claim', async () => {
    const { dependencies, log } = aToolWorld({ run: async () => LATER });
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
    ['throws what is no error', async () => Promise.reject('plain text'), 'failed', 'add failed: plain text'],
    [
      'throws with a code of its own',
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
    ['gives what is no JSON', async () => 3n, 'invalid_output', 'no JSON'],
    ['gives five megabytes', async () => 'x'.repeat(5_000_000), 'too_large', 'at most 1024 KB'],
  ])('is answered readably when the tool %s', async (_what, run, code, words) => {
    const { dependencies, responses } = aToolWorld({ run });
    expect(await runTool(received, dependencies)).toBe('answered');
    expect(responses).toMatchObject([
      { context: { status: 'error', error: { code }, text: expect.stringContaining(words) as string } },
    ]);
  });

  it('is answered when the tool hangs', async () => {
    const facts = someFacts({ tool: { ...add, timeout_ms: 10 } });
    const { dependencies, responses } = aToolWorld({ facts, run: hangs });
    await runTool(received, dependencies);
    expect(responses).toMatchObject([
      { context: { error: { code: 'timeout' }, text: expect.stringContaining('within 10 ms') as string } },
    ]);
  });

  it('is answered as unknown when a tool hangs that must not run twice: it may have happened', async () => {
    const facts = someFacts({ tool: { ...add, timeout_ms: 10, effect: 'at_most_once' } });
    const { dependencies, responses } = aToolWorld({ facts, run: hangs });
    await runTool(received, dependencies);
    const text = expect.stringContaining('within 10 ms: it may or may not have happened') as string;
    expect(responses).toMatchObject([{ context: { error: { code: 'outcome_unknown' }, text } }]);
  });

  it('is called off when its turn ends, and the tool hears it', async () => {
    const { dependencies, responses, ended } = aToolWorld({
      run: (_input, { signal }) => (
        setImmediate(() => ended.abort()),
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
      ),
    });
    expect(await runTool(received, dependencies)).toBe('answered');
    expect(responses).toMatchObject([{ context: { error: { code: 'cancelled' } } }]);
  });

  it('is given back, unanswered, when the claim is lost or this process must go', async () => {
    for (const which of ['lost', 'leaving'] as const) {
      const given = aToolWorld({ run: () => (setImmediate(() => given[which].abort(new Error(which))), hangs()) });
      await expect(runTool(received, given.dependencies)).rejects.toThrow(which);
      expect(given.responses).toEqual([]);
      expect(given.log).toEqual(['claimed', 'ran', 'freed', 'unwatched']);
    }
  });

  it('waits for a place, and is given back when there is none for long', async () => {
    const facts = someFacts({ tool: { ...add, concurrency: 1 } });
    const { dependencies, log } = aToolWorld({ facts });
    const leave = await dependencies.concurrency.enter('add', 1);
    await expect(runTool(received, dependencies)).rejects.toThrow('All places of the tool add are taken');
    expect(log).toEqual(['claimed', 'freed', 'unwatched']);
    leave();
    expect(await runTool(received, dependencies)).toBe('answered');
  });

  it('hands a hung tool’s place on', async () => {
    const facts = someFacts({ tool: { ...add, concurrency: 1, timeout_ms: 5 } });
    const { dependencies } = aToolWorld({ facts, run: hangs });
    expect(await runTool(received, dependencies)).toBe('answered');
    expect(await runTool(received, dependencies)).toBe('answered');
  });
});

describe('a tool that an operator tries', () => {
  it('is run once, and what it gave is said to operators and kept in no context', async () => {
    const { dependencies, log, responses } = aToolWorld({
      facts: triedFacts({ tool: { ...add, persistence: 'permanent' } }),
    });
    expect(await runTool(aTry(), dependencies)).toBe('answered');
    expect(log).toEqual(['claimed', 'ran', 'left', 'kept', 'unwatched']);
    expect(responses).toEqual([
      {
        ...{ schema_name: 'tool.tried.v1', audience: [], cause: { id: aTry().request.id, version: 1 } },
        context: {
          ...{ request: { id: aTry().request.id }, tool: 'add', call: 'add({"a":1,"b":2})' },
          ...{ status: 'ok', output: 3, text: '3', duration_ms: 5 },
        },
      },
    ]);
  });

  it('is noted as started before it runs, where it must not run twice', async () => {
    const { dependencies, log } = aToolWorld({ facts: triedFacts({ tool: { ...add, effect: 'at_most_once' } }) });
    await runTool(aTry(), dependencies);
    expect(log.slice(0, 4)).toEqual(['claimed', 'noted', 'ran', 'left']);
  });

  it('cannot go on later: it has no turn that would wake it', async () => {
    const { dependencies, log, responses } = aToolWorld({ facts: triedFacts(), run: async () => LATER });
    expect(await runTool(aTry(), dependencies)).toBe('answered');
    expect(log.filter((what) => what.startsWith('postponed'))).toEqual([]);
    expect(responses).toMatchObject([{ context: { status: 'error', error: { code: 'failed' } } }]);
  });

  it('knows whom it runs for', async () => {
    const { dependencies, responses } = aToolWorld({ facts: triedFacts(), run: async (_, { agent }) => agent.length });
    await runTool(aTry(), dependencies);
    expect(responses).toMatchObject([{ context: { output: 'ann'.length } }]);
  });
});
