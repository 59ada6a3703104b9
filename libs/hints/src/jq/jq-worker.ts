import { workerData, type MessagePort } from 'node:worker_threads';
import { loadJq } from 'jq-wasm';

/** What the worker is started with. `signal` is 1 when there is something on the port. */
export interface JqWorkerData {
  readonly signal: Int32Array;
  readonly port: MessagePort;
  readonly maxMemoryBytes: number;
}

/** A program and the JSON that it reads. */
export interface JqTask {
  readonly program: string;
  readonly input: string;
}

/** How a program ended; `failed` when jq itself broke: memory, stack. */
export type JqEnd =
  { readonly stdout: string; readonly stderr: string; readonly exitCode: number } | { readonly failed: string };

const { signal, port, maxMemoryBytes } = workerData as JqWorkerData;
const PAGE = 65_536;

/** The part of the platform that no installed types describe. */
interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: { Memory: { prototype: WasmMemory } } };

/** jq asks for as much memory as it likes: in this thread there is no more than this. */
function boundMemory(): void {
  const { grow } = wasm.Memory.prototype;
  wasm.Memory.prototype.grow = function bounded(this: WasmMemory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE > maxMemoryBytes) throw new RangeError('no more memory for jq');
    return grow.call(this, pages);
  };
}

function say(end: JqEnd | null): void {
  if (end) port.postMessage(end);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
}

async function serve(): Promise<void> {
  boundMemory();
  const jq = await loadJq();
  port.on('message', ({ program, input }: JqTask) => {
    try {
      say(jq.raw(input, program, ['-c']));
    } catch (error) {
      say({ failed: String(error) });
    }
  });
  say(null);
}

void serve();
