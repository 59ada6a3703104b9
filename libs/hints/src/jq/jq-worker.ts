import { workerData } from 'node:worker_threads';
import { loadJq } from 'jq-wasm';
import { kernelThreadId } from '../thread-time';
import { STARTED, type JqAnswer, type JqEnd, type JqRequest, type JqWorkerData } from './jq-protocol';

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

function announce(id: number): void {
  Atomics.store(signal, 0, id);
  Atomics.notify(signal, 0);
}

function answer(id: number, end: JqEnd): void {
  port.postMessage({ id, end } satisfies JqAnswer);
  announce(id);
}

async function serve(): Promise<void> {
  boundMemory();
  const jq = await loadJq();
  // The first program compiles jq itself, which must not count as the work of that program.
  jq.raw('{}', '.', ['-c']);
  Atomics.store(signal, 1, kernelThreadId());
  port.on('message', ({ id, program, input }: JqRequest) => {
    try {
      answer(id, jq.raw(input, program, ['-c']));
    } catch (error) {
      answer(id, { failed: String(error) });
    }
  });
  announce(STARTED);
}

void serve();
