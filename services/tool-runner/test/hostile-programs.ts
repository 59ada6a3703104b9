import type { SandboxLimits } from '../src/sandbox/program';

/** A program that must be stopped, or must find nothing, and what is said of it. */
export interface HostileProgram {
  readonly about: string;
  readonly code: string;
  readonly limits?: Partial<SandboxLimits>;
  /** The reason, or the result where the program runs and finds nothing. */
  readonly says: RegExp;
  /** How it ends: the code of its failure, or `result`. @default failed */
  readonly ends?: RegExp;
}

const run = (body: string): string => `export default async () => { ${body} }`;
const TIME = /^It took more than \d+ ms and was stopped\.$/;
const brief = { timeoutMs: 300 };

/** A program that takes all the time that it can get. */
const endless = (about: string, code: string): HostileProgram => ({
  about,
  code,
  limits: brief,
  says: TIME,
  ends: /^timeout$/,
});
/** A program that takes all the memory that it can get. Near its limit it spends its time on collecting garbage, and may be stopped for that. */
const greedy = (about: string, body: string): HostileProgram => ({
  ...endless(about, run(body)),
  limits: { memoryBytes: 8 * 1024 * 1024, timeoutMs: 3_000 },
  says: /^It took more than \d+ (MB|ms) and was stopped\.$/,
  ends: /^(out_of_memory|timeout)$/,
});
/** A program that finds nothing where it looks: its result is what it found. */
const vain = (about: string, body: string, says: RegExp): HostileProgram => ({
  about,
  code: run(body),
  says,
  ends: /^result$/,
});
const broken = (about: string, code: string, says: RegExp): HostileProgram => ({ about, code, says });

const TIMES: readonly HostileProgram[] = [
  endless('a loop', run('for (;;);')),
  endless('a loop at the top of the module', 'for (;;); export default () => 1'),
  endless('a loop in a catch block that begins again', run('for (;;) try { for (;;); } catch {}')),
  endless('a loop in a finally block', run('try { throw 1 } finally { for (;;); }')),
  endless('promises without an end', run('for (;;) await null;')),
  endless(
    'a promise that waits for itself by jobs',
    run('const again = () => Promise.resolve().then(again); await again();'),
  ),
  endless('a regular expression that backtracks', run("return /^(a+)+$/.test('a'.repeat(40) + 'b');")),
  endless('a sort whose comparison never ends', run('[2, 1].sort(() => { for (;;); });')),
  endless('a getter of the result that never ends', run('return { get x() { for (;;); } };')),
  endless('a toJSON that never ends', run('return { toJSON() { for (;;); } };')),
  endless('a generator without an end', run('function* g() { for (;;) yield 1; } for (const _ of g());')),
  endless('a proxy that answers for ever', run('const p = new Proxy({}, { get: () => { for (;;); } }); return p.x;')),
  endless('a large exponentiation', run('return String(7n ** 90000000n).length;')),
  endless('an array of holes that is joined', run('for (;;) new Array(1e6).join("x").length;')),
  endless('a module that awaits at its top for ever', 'for (;;) await null; export default () => 1'),
];

const MEMORIES: readonly HostileProgram[] = [
  greedy('an array of arrays', 'const all = []; for (;;) all.push(new Array(1000).fill(1));'),
  broken(
    'a text that doubles',
    run("let text = 'x'; for (;;) text += text + Math.random();"),
    /^InternalError: (string too long|out of memory)/,
  ),
  greedy('a large buffer', 'return new ArrayBuffer(1e9).byteLength;'),
  greedy('many buffers', 'const all = []; for (;;) all.push(new Uint8Array(1e5));'),
  greedy('a map that grows', 'const map = new Map(); for (let n = 0; ; n += 1) map.set(n, { n });'),
  greedy(
    'closures that hold one another',
    'let last = () => 0; for (;;) { const before = last; last = () => before; }',
  ),
  greedy('an object with ever more properties', "const o = {}; for (let n = 0; ; n += 1) o['key' + n] = n;"),
  greedy('a repeated text', "const all = []; for (;;) all.push('x'.repeat(100000) + all.length);"),
  greedy('promises that are never settled', 'const all = []; for (;;) all.push(new Promise(() => 0));'),
  greedy(
    'what it catches and goes on with',
    'const all = []; for (;;) try { for (;;) all.push([1, 2, 3, 4]); } catch (e) { if (!e) continue; throw e; }',
  ),
];

const OUTPUTS: readonly HostileProgram[] = [
  {
    about: 'a long text',
    code: run("return 'x'.repeat(100000);"),
    says: /^Its result has 98 KB; at most 64 KB/,
    ends: /^too_large$/,
  },
  {
    about: 'a long list',
    code: run('return Array.from({ length: 50000 }, (_, n) => n);'),
    says: /at most 64 KB/,
    ends: /^too_large$/,
  },
  {
    about: 'a text of few characters and many bytes',
    code: run("return '語'.repeat(30000);"),
    says: /at most 64 KB/,
    ends: /^too_large$/,
  },
  broken('a circle', run('const o = {}; o.o = o; return o;'), /circular/i),
  broken('a number that JSON does not know', run('return 1n;'), /bigint/i),
  broken('a function', run('return () => 1;'), /^Its result is not JSON\.$/),
  broken('a toJSON that throws', run("return { toJSON() { throw new Error('no'); } };"), /^no/),
  vain(
    'a console without an end',
    "for (let n = 0; n < 5000; n += 1) console.log('x'.repeat(10000)); return 'done';",
    /^"done"$/,
  ),
];

const DEPTHS: readonly HostileProgram[] = [
  broken('recursion without an end', run('const f = () => f() + 1; return f();'), /stack/i),
  broken('recursion of a getter', run('const o = { get x() { return this.x; } }; return o.x;'), /stack/i),
  broken('recursion of a proxy', run('const p = new Proxy({}, { get: (t, k, r) => r[k] }); return p.x;'), /stack/i),
  broken(
    'JSON that is nested too deeply',
    run("return JSON.parse('['.repeat(200000));"),
    /stack|nest|unexpected|memory/i,
  ),
  broken(
    'a nested result',
    run('let o = {}; for (let n = 0; n < 200000; n += 1) o = { o }; return o;'),
    /stack|memory/i,
  ),
  broken('a nested regular expression', run("return new RegExp('('.repeat(100000));"), /stack|regexp|captures|memory/i),
  broken(
    'a nested program',
    run("return new Function('return ' + '('.repeat(100000) + '1' + ')'.repeat(100000))();"),
    /stack|memory/i,
  ),
];

const CHANGES: readonly HostileProgram[] = [
  vain('Object.prototype', "Object.prototype.polluted = 1; return 'mine';", /^"mine"$/),
  vain('Array.prototype', 'Array.prototype.map = () => { throw 1; }; return [1];', /^\[1\]$/),
  vain('JSON', "JSON.stringify = () => 'forged'; JSON.parse = () => 0; return { a: 1 };", /^\{"a":1\}$/),
  vain('Promise', "Promise.prototype.then = undefined; return 'still';", /^"still"$/),
  broken('Error', run("Error.prototype.toString = () => { throw 1; }; throw new Error('mine');"), /^mine/),
  vain('String', "String.prototype.slice = () => 'forged'; console.log('told'); return 'x';", /^"x"$/),
  vain(
    'what its caller gets',
    "Object.defineProperty(Object.prototype, 'then', { get() { return undefined; } }); return { a: 1 };",
    /^\{"a":1\}$/,
  ),
];

const WAYS_OUT: readonly HostileProgram[] = [
  vain('process', 'return typeof process;', /^"undefined"$/),
  vain('require', 'return typeof require;', /^"undefined"$/),
  vain(
    'the global object',
    'return Object.getOwnPropertyNames(globalThis).filter((n) => /^(process|require|module|Buffer|Worker|WebAssembly|std|os|scriptArgs|performance|crypto|setTimeout|navigator)$/.test(n)).join();',
    /^""$/,
  ),
  vain(
    'the constructor of a function',
    "return typeof Object.constructor.constructor('return this')().process;",
    /^"undefined"$/,
  ),
  vain(
    'the constructor of what it is given',
    "return typeof console.log.constructor('return globalThis.process')();",
    /^"undefined"$/,
  ),
  vain('eval', "return typeof (0, eval)('this').process;", /^"undefined"$/),
  broken(
    'an import of a file',
    "import { readFileSync } from 'fs'; export default () => readFileSync('/etc/passwd');",
    /module/i,
  ),
  broken(
    'an import while it runs',
    run("return (await import('node:fs')).readFileSync('/etc/passwd', 'utf8');"),
    /module/i,
  ),
  vain('the clock', 'const a = Date.now(); for (let n = 0; n < 1e5; n += 1); return Date.now() - a;', /^0$/),
  vain('the constructor of a date', 'return new (new Date().constructor)().getTime() === Date.now();', /^true$/),
  vain(
    'shared memory and timers',
    'return [typeof SharedArrayBuffer, typeof Atomics, typeof setTimeout].join();',
    /^"[a-z]+,[a-z]+,undefined"$/,
  ),
  broken(
    'a promise that nothing settles',
    run('await new Promise(() => 0);'),
    /^It waits for a promise that nothing settles\.$/,
  ),
  broken('what it exports', 'export default 7', /^Its code exports no function/),
  broken('what it says when it fails', run('throw { toString() { throw 1; }, message: { x: 1 } };'), /./),
];

const REQUESTS: readonly HostileProgram[] = [
  broken('a local address', run("await fetch('http://127.0.0.1:4222/');"), /refused: (port 4222|127\.0\.0\.1)/),
  broken(
    'the metadata of a cloud',
    run("await fetch('http://169.254.169.254/latest/meta-data');"),
    /refused: 169\.254\.169\.254/,
  ),
  broken(
    'a local name',
    run("await fetch('http://localhost/');"),
    /refused: localhost is not the name of a public host/,
  ),
  broken(
    'a host that the definition does not name',
    run("await fetch('https://other.example/');"),
    /refused: other\.example is not one of the hosts/,
  ),
  broken('a file', run("await fetch('file:///etc/passwd');"), /refused: file: is not http/),
  broken(
    'a name with a password',
    run("await fetch('https://a:b@api.example.org/');"),
    /refused: a URL must not contain a user name/,
  ),
  broken(
    'an unknown method',
    run("await fetch('https://api.example.org/', { method: 'CONNECT' });"),
    /refused: the method CONNECT/,
  ),
  broken(
    'a secret that its definition does not name',
    run("await fetch('https://api.example.org/', { headers: { a: '{{secret OTHER}}' } });"),
    /refused: the definition does not name the secret OTHER/,
  ),
  broken(
    'more requests than it may make',
    run(
      "for (let n = 0; n < 9; n += 1) await fetch('https://other.example/' + n).catch((e) => { if (/at most/.test(e.message)) throw e; });",
    ),
    /It may make 3 requests at most/,
  ),
  broken(
    'a name that leads to a private address',
    run("await fetch('https://inside.example.org/');"),
    /refused: inside\.example\.org has the address 10\.0\.0\.5/,
  ),
];

/** Programs against each limit of the sandbox. */
export const HOSTILE_PROGRAMS: Readonly<Record<string, readonly HostileProgram[]>> = {
  time: TIMES,
  memory: MEMORIES,
  output: OUTPUTS,
  depth: DEPTHS,
  'changes of the language': CHANGES,
  'ways out': WAYS_OUT,
  requests: REQUESTS,
};
