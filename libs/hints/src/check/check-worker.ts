import { parentPort, workerData } from 'node:worker_threads';
import type { Renderable } from '../record-view';
import { render } from '../render';

// A new thread has a cache and a jq of its own, so this rendering shares nothing with the one that it is compared with.
parentPort?.postMessage(render(workerData as Renderable));
