import { createHash } from 'node:crypto';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSDeferredPromise,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core';
import { PRELUDE } from './prelude';
import type { SandboxEnd, SandboxFailure, SandboxProgram, SandboxRequest, ToSandbox } from './program';

/** The stack of the interpreter: less than that of the WebAssembly, which would end the thread. */
const STACK_BYTES = 256 * 1024;
/** Jobs between two looks at the clock. */
const JOBS = 500;
const MOST_LINES = 100;
const LONGEST_LINE = 500;
const LONGEST_MESSAGE = 500;
const MB = 1024 * 1024;

/** What a thrown value says, as `dump` shows it. */
interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
}

/** What the interpreter needs of its thread. */
export interface Outside {
  /** Makes a request; `answer` follows. */
  readonly request: (id: number, request: SandboxRequest) => void;
  readonly clock: () => number;
}

const describeFailure = (message: string): SandboxFailure => ({
  code: 'failed',
  message: message.slice(0, LONGEST_MESSAGE),
});

/** Four whole numbers of 32 bits. */
function seedNumbers(seed: string): number[] {
  const digest = createHash('sha256').update(seed).digest();
  return [0, 4, 8, 12].map((at) => digest.readInt32LE(at));
}

/** The place in the program that a stack names first. */
function placeOf(stack: unknown): string {
  const place = /tool\.js:\d+(?::\d+)?/.exec(typeof stack === 'string' ? stack : '')?.[0];
  return place === undefined ? '' : ` (${place})`;
}

/** An error as one line: its kind, its message and where it was thrown. */
function describeError(message: string, { name, stack }: Thrown): string {
  const kind = typeof name === 'string' && name !== 'Error' ? `${name}: ` : '';
  return `${kind}${message}${placeOf(stack)}`;
}

/** A thrown value that is no error. */
const describeValue = (thrown: unknown): string => `It threw ${JSON.stringify(thrown) ?? String(thrown)}.`;

/** Why a program failed, from the value that it threw; the interpreter throws null where it has no memory left for an error. */
function failureOf(thrown: unknown, { limits }: SandboxProgram): SandboxFailure {
  const { name, message, stack } = (thrown ?? {}) as Thrown;
  if (name === 'InternalError' && message === 'interrupted')
    return { code: 'timeout', message: `It took more than ${limits.timeoutMs} ms and was stopped.` };
  if (thrown === null || (name === 'InternalError' && message === 'out of memory'))
    return { code: 'out_of_memory', message: `It took more than ${limits.memoryBytes / MB} MB and was stopped.` };
  return describeFailure(typeof message === 'string' ? describeError(message, { name, stack }) : describeValue(thrown));
}

/** Runs one program in QuickJS, which knows nothing of Node.js: it has no files, no network, no environment and no clock but what the prelude gives it. */
export class Interpreter {
  private readonly logs: string[] = [];
  private moreLines = 0;
  private requested = 0;
  private readonly open = new Map<number, QuickJSDeferredPromise>();
  private readonly deadline: number;
  /** What is awaited, and what follows. */
  private awaited: { readonly promise: QuickJSHandle; readonly then: (value: QuickJSHandle) => void } | undefined;
  private finish: (end: SandboxEnd) => void = () => undefined;

  private constructor(
    private readonly runtime: QuickJSRuntime,
    private readonly context: QuickJSContext,
    private readonly program: SandboxProgram,
    private readonly outside: Outside,
  ) {
    this.deadline = outside.clock() + program.limits.timeoutMs;
    runtime.setMemoryLimit(program.limits.memoryBytes);
    runtime.setMaxStackSize(STACK_BYTES);
    runtime.setInterruptHandler(() => this.isLate());
  }

  /** Loads the interpreter; nothing of the program runs before `run`. */
  static async load(program: SandboxProgram, outside: Outside): Promise<Interpreter> {
    const wasm = await newQuickJSWASMModuleFromVariant(variant);
    const runtime = wasm.newRuntime();
    return new Interpreter(runtime, runtime.newContext(), program, outside);
  }

  /** Runs the program to its end. Nothing is freed: its thread ends with it. */
  run(): Promise<SandboxEnd> {
    const ended = new Promise<SandboxEnd>((resolve) => (this.finish = resolve));
    this.guard(() => this.start());
    return ended;
  }

  /** What a request gave. */
  answer({ id, ...answer }: ToSandbox): void {
    this.guard(() => {
      this.open.get(id)?.resolve(this.context.newString(JSON.stringify(answer)));
      this.open.delete(id);
      this.work();
    });
  }

  private isLate(): boolean {
    return this.outside.clock() > this.deadline;
  }

  /** What the interpreter throws itself is an end like what a program throws. */
  private guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      const { name, message } = error as Error;
      this.end({ failure: failureOf({ name, message }, this.program) });
    }
  }

  private start(): void {
    const { context, program } = this;
    const run = this.callPrelude();
    const module = context.unwrapResult(context.evalCode(program.code, 'tool.js', { type: 'module' }));
    this.await(module, (namespace) => {
      const main = context.getProp(namespace, 'default');
      const input = context.newString(JSON.stringify(program.input));
      const result = context.unwrapResult(context.callFunction(run, context.undefined, main, input));
      this.await(result, (text) => this.endWith(context.getString(text)));
    });
    this.work();
  }

  /** Evaluates the prelude; returns the function that calls the program. */
  private callPrelude(): QuickJSHandle {
    const { context, program } = this;
    const prelude = context.unwrapResult(context.evalCode(PRELUDE, 'prelude.js', { type: 'global', strict: true }));
    const given = { now: program.now, seed: seedNumbers(program.seed), outputBytes: program.limits.outputBytes };
    const settings = context.unwrapResult(context.evalCode(`(${JSON.stringify(given)})`));
    const log = context.newFunction('log', (line) => this.log(context.getString(line)));
    const request = context.newFunction('request', (text) => this.request(context.getString(text)));
    context.setProp(settings, 'log', log);
    context.setProp(settings, 'request', request);
    return context.unwrapResult(context.callFunction(prelude, context.undefined, settings));
  }

  private await(promise: QuickJSHandle, then: (value: QuickJSHandle) => void): void {
    this.awaited = { promise, then };
  }

  /** Works as far as it can without an answer from outside. */
  private work(): void {
    for (let awaited = this.awaited; awaited; awaited = this.awaited) {
      if (!this.runJobs()) return;
      const state = this.context.getPromiseState(awaited.promise);
      if (state.type === 'rejected') return this.endFailed(state.error);
      if (state.type === 'pending') return this.waitForAnswer();
      this.awaited = undefined;
      awaited.then(state.value);
    }
  }

  private waitForAnswer(): void {
    if (this.open.size === 0) this.end({ failure: describeFailure('It waits for a promise that nothing settles.') });
  }

  /** Runs what is due; false: the program ended. */
  private runJobs(): boolean {
    for (;;) {
      const done = this.runtime.executePendingJobs(JOBS);
      if (done.error) {
        this.endFailed(done.error);
        return false;
      }
      if (done.value === 0) return true;
      if (!this.isLate()) continue;
      this.end({ failure: failureOf({ name: 'InternalError', message: 'interrupted' }, this.program) });
      return false;
    }
  }

  private log(line: string): void {
    if (this.logs.length < MOST_LINES) this.logs.push(line.slice(0, LONGEST_LINE).toWellFormed());
    else this.moreLines += 1;
  }

  private request(text: string): QuickJSHandle {
    const { context, program, outside } = this;
    const deferred = context.newPromise();
    this.requested += 1;
    if (this.requested > program.limits.fetches) {
      const error = `It may make ${program.limits.fetches} requests at most.`;
      deferred.resolve(context.newString(JSON.stringify({ error })));
    } else {
      this.open.set(this.requested, deferred);
      outside.request(this.requested, JSON.parse(text) as SandboxRequest);
    }
    return deferred.handle;
  }

  /** `=` and the result; `#` and the size of one that is too large; `!` and why there is none. */
  private endWith(text: string): void {
    const [kind, rest] = [text[0], text.slice(1)];
    if (kind === '=') return this.end({ json: rest });
    if (kind === '!') return this.end({ failure: describeFailure(rest) });
    const most = Math.floor(this.program.limits.outputBytes / 1024);
    const message = `Its result has ${Math.ceil(Number(rest) / 1024)} KB; at most ${most} KB are allowed.`;
    this.end({ failure: { code: 'too_large', message } });
  }

  private endFailed(thrown: QuickJSHandle): void {
    this.end({ failure: failureOf(this.context.dump(thrown), this.program) });
  }

  private end(end: Omit<SandboxEnd, 'logs'>): void {
    const more = this.moreLines === 0 ? [] : [`(and ${this.moreLines} more lines)`];
    this.awaited = undefined;
    this.finish({ ...end, logs: [...this.logs, ...more] });
  }
}
