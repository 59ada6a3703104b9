import type { MessagePort } from 'node:worker_threads';

/** `signal[0]` until jq has started. Tasks have ids from 1 on. */
export const STARTING = -1;
/** `signal[0]` once jq has started, before its first answer. */
export const STARTED = 0;

/**
 * The data that the worker is started with. `signal[0]` is the id of the last task whose answer is on the port; the worker writes its kernel thread id to
 * `signal[1]`.
 */
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

/** A task on its way to the worker. */
export interface JqRequest extends JqTask {
  readonly id: number;
}

/** The result of a program; `failed` if jq itself failed, for lack of memory or stack. */
export type JqEnd =
  { readonly stdout: string; readonly stderr: string; readonly exitCode: number } | { readonly failed: string };

/** What the worker answers: the id is that of the task. */
export interface JqAnswer {
  readonly id: number;
  readonly end: JqEnd;
}
