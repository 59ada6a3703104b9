import { fetchForProgram } from '../src/sandbox/fetch-for-program';
import type { SandboxEnd, SandboxProgram } from '../src/sandbox/program';
import { runInSandbox } from '../src/sandbox/run-in-sandbox';
import { HOSTILE_PROGRAMS, type HostileProgram } from './hostile-programs';

const LIMITS = { timeoutMs: 20_000, memoryBytes: 32 * 1024 * 1024, outputBytes: 64 * 1024, fetches: 3 };
const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const resolve = (host: string) => Promise.resolve([host.startsWith('inside.') ? '10.0.0.5' : '203.0.113.1']);
const fetch = fetchForProgram(
  { name: 'mine', hosts: ['*.example.org'], secrets: ['KEY'] },
  { hosts: ['*.example.org'], resolve },
  {
    workspace: 'default',
    secretOf: async () => ({ value: 's3cret', hosts: ['*'], tools: ['*'] }),
    tell: () => undefined,
  },
);
const never = new AbortController().signal;

const run = (code: string, over: Partial<SandboxProgram> = {}): Promise<SandboxEnd> =>
  runInSandbox({ code, input: {}, now: NOW, seed: 'a', limits: LIMITS, ...over }, { fetch, signal: never });

async function outcome({ code, limits }: HostileProgram): Promise<{ ends: string; says: string }> {
  const { json = '', failure } = await run(code, { limits: { ...LIMITS, ...limits } });
  return failure ? { ends: failure.code, says: failure.message } : { ends: 'result', says: json };
}

const programs = Object.entries(HOSTILE_PROGRAMS).flatMap(([limit, all]) =>
  all.map((program) => [limit, program.about, program] as const),
);

describe('a hostile program', () => {
  it('is one of at least sixty', () => {
    expect(programs.length).toBeGreaterThanOrEqual(60);
  });

  it.each(programs)('against %s, %s, is stopped with its reason or finds nothing', async (_limit, _about, program) => {
    const { ends, says } = await outcome(program);
    expect([ends, says]).toEqual(
      [program.ends ?? /^failed$/, program.says].map((one) => expect.stringMatching(one) as string),
    );
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('harms no program that runs beside it', async () => {
    const hostile = [
      'for (;;); export default 1',
      'export default () => { const a = []; for (;;) a.push(new Uint8Array(1e5)); }',
    ];
    const limits = { ...LIMITS, timeoutMs: 2_000 };
    const beside = hostile.map((code) => run(code, { limits }));
    const { json } = await run('export default ({ a, b }) => a + b', { input: { a: 2, b: 3 } });
    expect(json).toBe('5');
    const ends = (await Promise.all(beside)).map(({ failure }) => failure?.code ?? 'result');
    expect(ends).toEqual(['timeout', expect.stringMatching(/^(out_of_memory|timeout)$/)]);
  });
});

describe('a program', () => {
  it('gets its input, logs, and gives the same result whenever it runs again with the same clock and seed', async () => {
    const code = `export default ({ name }) => {
      console.log('hello', { name });
      return { name, at: new Date().toISOString(), zone: new Date().getTimezoneOffset(), draws: [Math.random(), Math.random()] };
    }`;
    const first = await run(code, { input: { name: 'Ann' } });
    expect(first.logs).toEqual(['hello {"name":"Ann"}']);
    expect(JSON.parse(first.json ?? '')).toMatchObject({ name: 'Ann', at: '2026-11-28T12:00:00.000Z', zone: 0 });
    expect(await run(code, { input: { name: 'Ann' } })).toEqual(first);
    expect(await run(code, { input: { name: 'Ann' }, seed: 'b' })).not.toEqual(first);
  });

  it('says where it failed, and keeps what it logged before', async () => {
    const { failure, logs } = await run(`export default () => {\n  console.log('before');\n  null.x;\n}`);
    expect(failure).toMatchObject({
      code: 'failed',
      message: expect.stringMatching(/^TypeError: .*\(tool\.js:3/) as string,
    });
    expect(logs).toEqual(['before']);
  });

  it('is ended with its thread when its turn ends', async () => {
    const ended = new AbortController();
    const running = runInSandbox(
      { code: 'export default () => { for (;;); }', input: {}, now: NOW, seed: 'a', limits: LIMITS },
      { fetch, signal: ended.signal },
    );
    ended.abort(new Error('The turn has ended.'));
    await expect(running).rejects.toThrow('The turn has ended.');
  });
});
