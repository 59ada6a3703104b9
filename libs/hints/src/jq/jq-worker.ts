import { workerData, type MessagePort } from 'node:worker_threads';
import { loadJq } from 'jq-wasm';
import { kernelThreadId } from '../thread-time';

/** The data that the worker is started with. `signal[0]` is 1 when there is a message on the port; the worker writes its thread id to `signal[1]`. */
export interface JqWorkerData {
  readonly signal: Int32Array;
  readonly port: MessagePort;
  readonly maxMemoryBytes: number;
}

/** A program and its JSON input. */
export interface JqTask {
  readonly program: string;
  readonly input: string;
}

/** The result of a program; `failed` if jq itself failed, for lack of memory or stack. */
export type JqEnd =
  { readonly stdout: string; readonly stderr: string; readonly exitCode: number } | { readonly failed: string };

const { signal, port, maxMemoryBytes } = workerData as JqWorkerData;
const PAGE = 65_536;

/** The part of WebAssembly that is used; no installed types describe it. */
interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
// The cast tells TypeScript about a global of Node that its libraries declare for browsers only.
const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: { Memory: { prototype: WasmMemory } } };

/** Limits the memory that jq can allocate in this thread. */
function boundMemory(): void {
  const { grow } = wasm.Memory.prototype;
  wasm.Memory.prototype.grow = function bounded(this: WasmMemory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE > maxMemoryBytes) throw new RangeError('no more memory for jq');
    return grow.call(this, pages);
  };
}

function send(end: JqEnd | null): void {
  if (end) port.postMessage(end);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
}

async function serve(): Promise<void> {
  boundMemory();
  const jq = await loadJq();
  // The first program compiles jq itself, which must not count as the work of that program.
  jq.raw('{}', '.', ['-c']);
  Atomics.store(signal, 1, kernelThreadId());
  port.on('message', ({ program, input }: JqTask) => {
    try {
      send(jq.raw(input, program, ['-c']));
    } catch (error) {
      send({ failed: String(error) });
    }
  });
  send(null);
}

void serve();
